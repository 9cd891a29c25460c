# The npm package of this repository, installed without its embedded database: docs/deploy.md.
FROM node:22-bookworm-slim AS built
WORKDIR /source
COPY . .
RUN sh deploy/install.sh /opt/sightglass

FROM node:22-bookworm-slim
COPY --from=built /opt/sightglass /opt/sightglass
RUN install -d -o node -g node -m 700 /data /backups
ENV PATH=/opt/sightglass/node_modules/.bin:$PATH SIGHTGLASS_HOME=/data SIGHTGLASS_MODE=team HOST=0.0.0.0
USER node
EXPOSE 4318
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "/opt/sightglass/health.mjs"]
CMD ["sightglass", "start"]
