# digitize in a container: Tesseract's library at run time, nothing else.
#
#   docker build -t digitize .
#   docker run --rm --network none -v "$PWD:/data:ro" digitize read /data/foto.jpg
#
# Both stages install their packages with scripts/setup.sh, from the same list
# as everyone else (scripts/packages.txt).

FROM golang:1.26-bookworm AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY scripts scripts
RUN scripts/setup.sh
COPY . .
RUN make build

FROM debian:bookworm-slim
COPY scripts /tmp/digitize/scripts
RUN apt-get update \
    && /tmp/digitize/scripts/setup.sh --runtime \
    && rm -rf /tmp/digitize /var/lib/apt/lists/* \
    && useradd --create-home --uid 10001 digitize
COPY --from=build /src/bin/digitize /usr/local/bin/digitize
COPY LICENSE NOTICE /usr/share/doc/digitize/
USER digitize
WORKDIR /data
ENTRYPOINT ["digitize"]
