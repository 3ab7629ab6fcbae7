# A server in a container; docs/deploy.md tells how to run it.
FROM python:3.13-slim

WORKDIR /src
COPY pyproject.toml hatch_build.py constraints.txt README.md LICENSE ./
COPY src src
COPY web web
# Builds the page too, unless it came along in src; what that needed does not stay.
RUN python -m pip install --no-cache-dir --constraint constraints.txt '.[server]' && rm -rf web

# Nobody is root here, and only /data can be written to.
RUN useradd --system --uid 10001 --no-create-home rowlock && install --directory --owner rowlock --mode 700 /data
USER rowlock
WORKDIR /data
VOLUME /data

EXPOSE 8000
HEALTHCHECK --interval=30s --timeout=5s --start-period=10s CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/healthz', timeout=4)"]
CMD ["rowlock", "serve", "--host", "0.0.0.0", "--port", "8000", "--db", "sqlite:/data/tables.db"]
