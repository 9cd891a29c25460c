/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["@prisma/client", "@prisma/adapter-pg", "pg", "gpt-tokenizer"],
  outputFileTracingRoot: import.meta.dirname,
  // The browser gets one copy of the parsers of addresses: `nuqs` has all that browser code takes from `nuqs/server`.
  turbopack: { root: import.meta.dirname, resolveAlias: { "nuqs/server": { browser: "nuqs" } } },
  // The build checks the types of what it builds. Tests need packages that `npm start` does not install, so they are left out.
  // `npm test` checks everything in one go, and asks the build not to do a part of it again.
  typescript: {
    tsconfigPath: "tsconfig.build.json",
    ignoreBuildErrors: process.env.SIGHTGLASS_BUILD_TYPES === "unchecked",
  },
  devIndicators: false,
  // Pages answer 401 and 403 to those who may not see them.
  experimental: { authInterrupts: true },
  // Nothing here resizes images, so the route that would fetch and resize them is closed.
  images: { unoptimized: true },
};

export default config;
