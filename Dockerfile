# The dependencies, exactly those of the lock file, in a virtual environment that the second stage takes over whole.
FROM python:3.11.14-slim-bookworm AS dependencies

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/venv
COPY requirements.txt ./
RUN /opt/venv/bin/pip install --require-hashes -r requirements.txt


FROM python:3.11.14-slim-bookworm

# The account has a number, so that an orchestrator can see that it is not root. Only the data folder is its own.
RUN useradd --system --uid 10001 --user-group --no-create-home --shell /usr/sbin/nologin destiny \
    && install -d -o destiny -g destiny -m 0700 /var/lib/destiny

WORKDIR /opt/destiny
COPY --from=dependencies /opt/venv /opt/venv
COPY openapi.yaml ./
COPY config/ config/
# The guides: the service makes the pages under /docs of them when it starts.
COPY docs/ docs/
COPY service/ service/
# The account cannot write here, so each start would compile again.
RUN python -m compileall -q service

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DESTINY_HOST=0.0.0.0 \
    DESTINY_PORT=8000 \
    DESTINY_DATA_DIR=/var/lib/destiny

USER 10001:10001
EXPOSE 8000

# Liveness: a container that goes on while its store is unavailable must not be replaced for that. Whether traffic should
# be sent here is another question: /health/ready. Exits with 1 when the answer is not a 200 or does not come.
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['DESTINY_PORT'] + '/health/live', timeout=3)"]

CMD ["gunicorn", "-c", "config/gunicorn.conf.py", "service.wsgi:app"]
