import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

/** The one place that may open connections to a database. */
const PLACE = "lib/db/connections.mjs";
/** Types cost nothing and open nothing. */
const OPENS = [
  /^import (?!type ).*from "pg"/m,
  /(?<!\{)\bimport\("pg"\)(?!\.)/,
  /\bconnectionString\b/,
  /new PrismaPg\(\s*\{/,
];

const sources = readdirSync(".", { recursive: true, encoding: "utf8" })
  .map((file) => file.split(path.sep).join("/"))
  .filter((file) => /^(?:app|components|lib)\/.*\.(?:tsx?|mjs)$/.test(file))
  .filter((file) => !/\.test\.tsx?$|^lib\/testing\/|\/generated\//.test(file));

it("connections to the database come from one place, which hears of their loss: an unheard one would end the process", () => {
  expect(sources).toContain(PLACE);
  const others = sources.filter((file) => {
    const text = readFileSync(file, "utf8").replaceAll(
      /^.*@(?:param|returns|type|template|typedef)\b.*$/gm,
      "",
    );
    return file !== PLACE && OPENS.some((way) => way.test(text));
  });
  expect(others).toEqual([]);
});

it.each([
  'import pg from "pg";',
  'import { Pool } from "pg";',
  'const { default: pg } = await import("pg");',
  "new Pool({ connectionString: url })",
  "new PrismaPg({ host })",
])("this would be seen: %s", (text) => {
  expect(OPENS.some((way) => way.test(text))).toBe(true);
});

it.each(['import type pg from "pg";', '/** @param {import("pg").Client} client */', "new PrismaPg(pool)"])(
  "this is none: %s",
  (text) => {
    expect(OPENS.some((way) => way.test(text))).toBe(false);
  },
);
