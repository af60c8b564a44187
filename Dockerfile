# All services in one image; its argument names the one to run.
#   docker build -t venue-booking --build-arg VERSION=0.1.0 --build-arg REVISION="$(git rev-parse HEAD)" .
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges --env-file booking.env venue-booking booking
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG RUNTIME_IMAGE=debian:12.12-slim

# Only what npm reads, so that the next stage installs again only when that has changed.
FROM ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc -delete

FROM ${NODE_IMAGE} AS build
WORKDIR /src
COPY --from=manifests /src .
# The tools that generate code. No script of a package has to run.
RUN --mount=type=cache,target=/root/.npm npm ci --ignore-scripts --no-audit --no-fund
COPY LICENSE ./
COPY tools tools
COPY proto proto
COPY services services
RUN node tools/run.mjs --generate
RUN --mount=type=cache,target=/root/.npm node tools/imageFiles.ts /app

# Node alone: without npm, which nothing needs any more.
FROM ${RUNTIME_IMAGE}
COPY --from=build /usr/local/bin/node /usr/local/bin/node
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0
USER 65532:65532
# The gateway's; the others listen only on their HEALTH_PORT.
EXPOSE 3000
ENTRYPOINT ["node", "services/run.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="Venue Booking" \
      org.opencontainers.image.description="The services of an open-source, multi-venue booking platform" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"
