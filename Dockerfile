# One image for all services. Its argument names the service to run. Target `one-process`: the whole product in one process (compose.yaml).
#   docker build -t venue-booking --build-arg VERSION=0.1.0 --build-arg REVISION="$(git rev-parse HEAD)" .
#   docker run --read-only --cap-drop ALL --security-opt no-new-privileges --stop-timeout 20 \
#     --env-file booking.env venue-booking booking
ARG NODE_IMAGE=node:24.21.0-bookworm-slim
ARG RUNTIME_IMAGE=debian:12.12-slim

# Only the files that npm reads, so that later layers stay cached until these change. Installed packages and generated code do not depend on the
# target platform, so they are built on the build platform.
FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS manifests
WORKDIR /src
COPY . .
RUN find . -type f ! -name package.json ! -name package-lock.json ! -name .npmrc ! -path ./tools/imageFiles.ts -delete

# Production dependencies of the services. No package needs its install script.
FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS packages
COPY --from=manifests /src /src
RUN --mount=type=cache,target=/root/.npm node /src/tools/imageFiles.ts packages /app

FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS sources
COPY --from=manifests /src /manifests
RUN --mount=type=cache,target=/root/.npm node /manifests/tools/imageFiles.ts generators /src
WORKDIR /src
COPY LICENSE tsconfig.base.json ./
COPY tools tools
COPY proto proto
COPY domain domain
COPY services services
COPY admin-vue admin-vue
RUN node tools/generate.mjs && node tools/imageFiles.ts sources /app

# The widget, for the image of the whole product.
FROM --platform=${BUILDPLATFORM} ${NODE_IMAGE} AS widget
WORKDIR /src
COPY --from=manifests /src ./
RUN --mount=type=cache,target=/root/.npm npm ci --workspace @venue-booking/widget --ignore-scripts --no-audit --no-fund
COPY . .
RUN node widget-vue/tools/build.ts && node tools/imageFiles.ts one-process /app

# Node for the target platform.
FROM ${NODE_IMAGE} AS node
# Podman 4.3 deletes the base image of a stage without a step.
WORKDIR /

# Only Node, without npm.
FROM ${RUNTIME_IMAGE} AS services
COPY --from=node /usr/local/bin/node /usr/local/bin/node
COPY --from=packages /app /app
COPY --from=sources /app /app
WORKDIR /app
# With MALLOC_ARENA_MAX and the flags below a service uses 100 to 200 MB, without them 200 to 300. Threads share freed memory, young objects are
# collected at 4 MB instead of 32 or more, and types are stripped at build time (docs/scale.md).
ENV NODE_ENV=production HOST=0.0.0.0 MALLOC_ARENA_MAX=2
USER 65532:65532
# Port of the gateway. The other services listen only on their HEALTH_PORT.
EXPOSE 3000
ENTRYPOINT ["node", "--max-semi-space-size=4", "--import=./services/strippedTypes.mjs", "services/run.ts"]
ARG VERSION=0.1.0
ARG REVISION=unknown
ARG CREATED=1970-01-01T00:00:00Z
LABEL org.opencontainers.image.title="Venue Booking" \
      org.opencontainers.image.description="The services of an open-source, multi-venue booking platform" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}"

# For `skaffold dev`: reloads changed code while it runs.
FROM services AS dev
COPY tools/watchServices.mjs ./
ENTRYPOINT ["node", "watchServices.mjs"]

# The whole product in one process. It keeps nothing in its container: the database is elsewhere.
FROM services AS one-process
COPY --from=widget /app /app
CMD ["one-process"]

FROM services
WORKDIR /app
