# Installs the dependencies of the lock file into a virtual environment, which the second stage copies.
FROM python:3.11.14-slim-bookworm AS dependencies

ENV PIP_DISABLE_PIP_VERSION_CHECK=1 \
    PIP_NO_CACHE_DIR=1
# pip itself stays behind: the service installs nothing.
RUN python -m venv --without-pip /opt/venv
COPY requirements.txt ./
RUN pip --python /opt/venv/bin/python install --require-hashes -r requirements.txt


FROM python:3.11.14-slim-bookworm

# The account has a numeric id, so that an orchestrator can see that it is not root. It owns only the data folder.
RUN groupadd --system --gid 10001 destiny \
    && useradd --system --uid 10001 --gid 10001 --no-create-home --shell /usr/sbin/nologin destiny \
    && install -d -o destiny -g destiny -m 0700 /var/lib/destiny

WORKDIR /opt/destiny
COPY --from=dependencies /opt/venv /opt/venv
COPY openapi.yaml ./
COPY config/ config/
# The guides, which the service turns into the pages under /docs when it starts.
COPY docs/ docs/
COPY service/ service/
# The account cannot write here, so without this each start would compile the modules.
RUN python -m compileall -q service

ENV PATH=/opt/venv/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    DESTINY_HOST=0.0.0.0 \
    DESTINY_PORT=8000 \
    DESTINY_DATA_DIR=/var/lib/destiny

USER 10001:10001
EXPOSE 8000

# Checks liveness: a container must not be replaced because its store is unavailable. /health/ready says whether to send
# traffic here. Exits with 1 if the response is not a 200, or there is none.
HEALTHCHECK --interval=10s --timeout=4s --start-period=20s --retries=3 \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen('http://127.0.0.1:' + os.environ['DESTINY_PORT'] + '/health/live', timeout=3)"]

CMD ["gunicorn", "-c", "config/gunicorn.conf.py", "service.wsgi:app"]
