import next from "eslint-config-next/core-web-vitals";
import tseslint from "typescript-eslint";

/**
 * Only pages and components have hooks and elements. To look for them elsewhere takes a third of the time.
 */
const ofPages = next.map((block) =>
  block.rules === undefined
    ? block
    : { ...block, files: ["app/**", "components/**", "examples/**/*.tsx", "e2e/**"] },
);

const config = [
  {
    ignores: [
      ".next/**",
      ".sightglass/**",
      "dist/**",
      "lib/db/generated/**",
      "next-env.d.ts",
      "playwright-report/**",
      "test-results/**",
    ],
  },
  ...ofPages,
  ...tseslint.configs.recommended,
  {
    rules: {
      "@typescript-eslint/no-explicit-any": "error",
      "@typescript-eslint/no-non-null-assertion": "error",
      "@typescript-eslint/consistent-type-imports": [
        "error",
        { prefer: "type-imports", fixStyle: "separate-type-imports" },
      ],
      "@typescript-eslint/no-unused-vars": [
        "error",
        { argsIgnorePattern: "^_", varsIgnorePattern: "^_", ignoreRestSiblings: true },
      ],
      "max-lines": ["error", { max: 300, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": ["error", { max: 100, skipBlankLines: true, skipComments: true }],
      eqeqeq: ["error", "always", { null: "ignore" }],
      "no-console": ["error", { allow: ["warn", "error"] }],
      "object-shorthand": "error",
      "prefer-const": "error",
    },
  },
  {
    files: ["**/*.test.ts", "**/*.test.tsx", "e2e/**", "lib/testing/**"],
    rules: {
      "max-lines": ["error", { max: 450, skipBlankLines: true, skipComments: true }],
      "max-lines-per-function": "off",
    },
  },
  {
    files: [
      "lib/cli/**",
      "bench/**",
      "e2e/**",
      "prisma/**",
      "lib/testing/policy-cases/print-outcomes.ts",
      "**/corpus*.test.ts",
    ],
    rules: { "no-console": "off" },
  },
  {
    files: ["core", "policies", "replay", "incident"].map((room) => `lib/${room}/**/*.ts`),
    ignores: ["**/*.test.ts"],
    rules: {
      "no-restricted-globals": [
        "error",
        "process",
        "window",
        "document",
        "setTimeout",
        "setInterval",
        "fetch",
      ],
      "no-restricted-properties": [
        "error",
        { object: "Date", property: "now", message: "the domain has no clock: take the time as a parameter" },
        {
          object: "Math",
          property: "random",
          message: "the domain has no randomness: take it as a parameter",
        },
      ],
    },
  },
];

export default config;
