import { readdirSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import packageJson from "@/package.json";

const page = readFileSync("docs/configuration.md", "utf8");
const documented = new Set([...page.matchAll(/^\| `([A-Z][A-Z0-9_]+)`/gm)].map((match) => match[1]));
const commands = new Set([...page.matchAll(/^\| `npm (?:run )?([\w:-]+)`/gm)].map((match) => match[1]));
const sources = ["lib", "app", "components", "bench", "e2e"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(ts|tsx|mjs)$/.test(name) && !name.includes("generated"))
    .map((name) => readFileSync(`${folder}/${name}`, "utf8")),
);
const used = new Set(
  sources.flatMap((text) => [...text.matchAll(/\bSIGHTGLASS_[A-Z_]*[A-Z]\b/g)].map(([name]) => name)),
);

describe("the page on configuration", () => {
  it("names every variable of the program", () => {
    expect([...used].filter((name) => !documented.has(name))).toEqual([]);
  });

  it("names no variable that nothing reads", () => {
    const own = [...documented].filter((name) => name?.startsWith("SIGHTGLASS_"));
    expect(own.filter((name) => !used.has(name ?? ""))).toEqual([]);
  });

  it("names every command, and no other", () => {
    expect([...commands].sort()).toEqual(Object.keys(packageJson.scripts).sort());
  });
});
