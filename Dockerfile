FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
# What the package's own scripts would make is made by its build.
RUN npm ci --ignore-scripts
COPY . .
# Installed as users install it: the bundles, and the binding of SQLite.
RUN npm pack --pack-destination /tmp && npm install --prefix /tmp/installed --no-audit --no-fund /tmp/turngraph-*.tgz \
  && mv /tmp/installed/node_modules/turngraph /product && mv /tmp/installed/node_modules /product/

FROM node:24-slim
ENV NODE_ENV=production HOST=0.0.0.0 PORT=4000 DATA=/data
WORKDIR /app
COPY --from=build /product ./
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 4000
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/health/live`).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "dist/main.js"]
