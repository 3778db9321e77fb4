"""`make monitoring`: writes the alerts and the dashboard of deploy/monitoring/ from the metrics' definitions."""

from tools.monitoring.files import FILES

if __name__ == "__main__":
    for file, written in FILES.items():
        file.write_text(written(), "utf-8")
