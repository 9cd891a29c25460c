/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: [
    "@prisma/client",
    "@prisma/adapter-pg",
    "pg",
    "gpt-tokenizer",
    "node-sqlite3-wasm",
  ],
  outputFileTracingRoot: import.meta.dirname,
  // The browser gets one copy of the address parsers: `nuqs` has everything that browser code takes from
  // `nuqs/server`.
  turbopack: { root: import.meta.dirname, resolveAlias: { "nuqs/server": { browser: "nuqs" } } },
  // `npm test` checks the types, with those of the tests. Checking them here would double the time of a build.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // While the app is being worked on it would log addresses with the tokens in them.
  logging: { incomingRequests: false },
  experimental: {
    // For pages that the caller may not see.
    authInterrupts: true,
    // The server asks for the pages of most use once it can be reached.
    preloadEntriesOnStart: false,
    // Most builds are the only one of their sources. Writing the cache takes a third of their time.
    turbopackFileSystemCacheForBuild: false,
    // A server's stack trace names functions as the sources do, without source maps that each process holds.
    turbopackMinify: { server: false, client: true },
    turbopackSourceMaps: false,
  },
  // Nothing resizes images, so the route that would fetch and resize them is closed.
  images: { unoptimized: true },
};

export default config;
