/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  reactStrictMode: true,
  serverExternalPackages: ["@prisma/client", "@prisma/adapter-pg", "pg", "gpt-tokenizer"],
  outputFileTracingRoot: import.meta.dirname,
  // The browser gets one copy of the parsers of addresses: `nuqs` has all that browser code takes from `nuqs/server`.
  turbopack: { root: import.meta.dirname, resolveAlias: { "nuqs/server": { browser: "nuqs" } } },
  // `npm run check` and `npm test` check the types, of tests too. `npm start` builds without the packages that tests need,
  // so a check there would miss their types, and make every start a minute slower.
  typescript: { ignoreBuildErrors: true },
  devIndicators: false,
  // Pages answer 401 and 403 to those who may not see them.
  experimental: { authInterrupts: true },
  // Nothing here resizes images, so the route that would fetch and resize them is closed.
  images: { unoptimized: true },
};

export default config;
