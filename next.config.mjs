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
  // The build checks the types of what it builds. Tests need packages that `npm start` does not install, so
  // they are left out. `npm test` checks all types at once, and tells the build not to repeat it.
  typescript: {
    tsconfigPath: "tsconfig.build.json",
    ignoreBuildErrors: process.env.SIGHTGLASS_BUILD_TYPES === "unchecked",
  },
  devIndicators: false,
  // For pages that the caller may not see.
  experimental: { authInterrupts: true },
  // Nothing resizes images, so the route that would fetch and resize them is closed.
  images: { unoptimized: true },
};

export default config;
