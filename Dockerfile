# The command line, for machines without Node.js:
#   docker build -t augenblock .
#   docker run --rm -v "$PWD:/work" augenblock pad yazzo
FROM node:24-slim AS build
WORKDIR /augenblock
COPY . .
RUN npm ci --ignore-scripts && npm run build && npm pack --ignore-scripts --pack-destination /

FROM node:24-slim
COPY --from=build /augenblock-*.tgz /
RUN npm install --global --ignore-scripts /augenblock-*.tgz && rm /augenblock-*.tgz && npm cache clean --force
USER node
WORKDIR /work
ENTRYPOINT ["augenblock"]
