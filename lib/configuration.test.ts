import { existsSync, readdirSync, readFileSync } from "node:fs";
import { load } from "js-yaml";
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

interface Compose {
  readonly "x-sightglass": { readonly environment: Readonly<Record<string, unknown>> };
  readonly services: Readonly<Record<string, { readonly command?: readonly string[] }>>;
}

describe("the image and its services", () => {
  it("name variables, commands and scripts that there are", () => {
    const image = readFileSync("Dockerfile", "utf8");
    const { "x-sightglass": ours, services } = load(readFileSync("compose.yaml", "utf8")) as Compose;
    const set = [...image.matchAll(/\b([A-Z_]{4,})=/g)].map(([, name]) => name ?? "");
    const variables = [...Object.keys(ours.environment), ...set];
    expect(variables.filter((name) => !documented.has(name) && name !== "PATH")).toEqual([]);
    const asked = [...Object.values(services).map(({ command = [] }) => command.join(" ")), image];
    const text = `${asked.join("\n")}\n${readFileSync("deploy/install.sh", "utf8")}`.replaceAll('", "', " ");
    const named = [...text.matchAll(/sightglass[ ]([a-z]+)/g)].map(([, name]) => `lib/cli/${name}.mjs`);
    const scripts = [...text.matchAll(/(?:deploy|\/opt\/sightglass)\/([a-z]+\.(?:sh|mjs))/g)].map(
      ([, name]) => `deploy/${name}`,
    );
    expect(named).toContain("lib/cli/worker.mjs");
    expect(new Set(scripts).size).toBe(3);
    expect([...named, ...scripts].filter((file) => !existsSync(file))).toEqual([]);
  });
});
