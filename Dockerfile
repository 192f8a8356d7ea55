# Roster as an image: `docker build -t roster .`; docs/deploying.md says how it is run.
# Both images it is made of are arguments, for who has them elsewhere or by their digests. The one that runs needs `node` and no shell.
ARG BUILD_IMAGE=node:24-slim
ARG RUN_IMAGE=gcr.io/distroless/nodejs24-debian13:nonroot

# On the processor of whoever builds, for that of whoever runs.
FROM --platform=$BUILDPLATFORM $BUILD_IMAGE AS build
WORKDIR /build
COPY . .
RUN npm ci --ignore-scripts -w packages/core -w packages/gateway -w packages/api && npx tsc -b packages/api/tsconfig.build.json
# npm calls one processor by another name. TypeScript is there for the types of a dependency only.
ARG TARGETARCH
RUN case "$TARGETARCH" in amd64) cpu=x64 ;; *) cpu="$TARGETARCH" ;; esac \
 && npm ci --omit=dev --ignore-scripts --os=linux --libc=glibc ${cpu:+--cpu="$cpu"} -w packages/api \
 && rm -rf node_modules/typescript node_modules/@typescript \
 && mkdir -p /image/app /image/data /image/compiled && chmod 700 /image/data \
 && cp -r --parents packages/*/package.json packages/*/bin packages/*/dist packages/*/node_modules /image/app \
 && mv node_modules /image/app

FROM $RUN_IMAGE
WORKDIR /app
COPY --from=build /image/app ./
# The embedded database, where there is no DATABASE_URL. Nothing else is written.
COPY --from=build --chown=65532:65532 /image/data /data
COPY --from=build --chown=65532:65532 /image/compiled compiled
USER 65532:65532
ENV PATH=/nodejs/bin:/usr/local/bin:/usr/bin:/bin NODE_ENV=production ROSTER_DATA_DIR=/data NODE_COMPILE_CACHE=/app/compiled
# What is compiled now is not compiled at each start, which takes a quarter less.
RUN ["node", "packages/api/dist/src/main.js", "help"]
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "packages/gateway/dist/service/health-check.js"]
ENTRYPOINT ["node", "packages/api/dist/src/main.js"]
