import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const text = readFileSync("CONTRIBUTING.md", "utf8");

it("CONTRIBUTING.md names files and folders that are there", () => {
  const named = [...text.matchAll(/`((?:lib|app|components|prisma|docs|e2e|bench)\/[^`<>*\s]+)`/g)].map(
    (match) => match[1] ?? "",
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((name) => !existsSync(name))).toEqual([]);
});

it.each(readmes())("%s names files that are there", (readme) => {
  // A table says from which files of other projects a format is known.
  const own = readFileSync(readme, "utf8").replace(/^\|.*$/gm, "");
  const named = [...own.matchAll(/`([\w./[\]-]+)`/g)].map(([, name = ""]) => name);
  const places = named.filter((name) => name.includes("/") && existsSync(name));
  const folders = [
    ...(readme === "README.md" ? [] : [path.dirname(readme)]),
    ...places.flatMap((name) => [name, path.dirname(name)]),
  ];
  const known = new Set(folders.filter((at) => statSync(at).isDirectory()).flatMap(namesBelow));
  const files = named.filter((name) => /\.(?:tsx?|mjs|sql|prisma)$/.test(name));
  expect(files.filter((name) => !existsSync(name) && !known.has(path.basename(name)))).toEqual([]);
});

describe("the paths of data through the code in CONTRIBUTING.md", () => {
  it.each([
    ["A native event", 40],
    ["A span", 12],
    ["A raw model call", 20],
    ["A replay", 18],
  ])("are short enough to follow: %s", (title, filesMax) => {
    const steps = stepsOf(title);
    const files = new Set([...steps.matchAll(/`([\w/.[\]-]+\.tsx?)`/g)].map((match) => match[1]));
    expect(files.size).toBeGreaterThan(8);
    expect(files.size).toBeLessThanOrEqual(filesMax);
  });

  it("leave no step of a native event out: each begins at a file of a step before, or in another process", () => {
    const arrows = arrowsOf(stepsOf("A native event"));
    const named = new Set<string>();
    const begun = arrows.flatMap(([from, to]) => {
      const isNew = !named.has(from);
      named.add(from).add(to);
      return isNew ? [from] : [];
    });
    expect(begun).toEqual(PROCESSES);
  });

  it("have an arrow only where the first file imports the second", () => {
    const arrows = arrowsOf(text.split("## Follow data")[1]?.split("\n## ")[0] ?? "");
    expect(arrows.length).toBeGreaterThan(15);
    expect(arrows.filter(([from, to]) => !imports(from, to))).toEqual([]);
  });
});

/** Where an event comes into another process: from the network, from the queue, from the tables, into the browser. */
const PROCESSES = [
  "lib/server/dispatch.ts",
  "lib/pipeline/worker/job-slots.ts",
  "app/sessions/[id]/view-page.tsx",
  "components/occupancy/overview.tsx",
];

function stepsOf(title: string): string {
  return text.split(`**${title}`)[1]?.split("\n**")[0]?.split("\n## ")[0] ?? "";
}

function arrowsOf(steps: string): (readonly [from: string, to: string])[] {
  return steps.split(/\n(?=\d+\. )/).flatMap((step) => {
    const files = [...step.matchAll(/`([\w/.[\]-]+\.tsx?)`/g)].map((match) => match[1] ?? "");
    return files.slice(1).map((to, i) => [files[i] ?? "", to] as const);
  });
}

function imports(from: string, to: string): boolean {
  const named = readFileSync(from, "utf8").matchAll(/from "([^"]+)"/g);
  return [...named].some(([, name = ""]) => {
    const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(from), name);
    return target === to.replace(/\.tsx?$/, "");
  });
}

function namesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((at) => path.basename(at));
}

function readmes(): string[] {
  const below = ["lib", "app", "components", "bench", "e2e", "prisma", "deploy", "examples", "docs"].flatMap(
    (folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => path.basename(name) === "README.md" && !name.includes("node_modules"))
        .map((name) => `${folder}/${name}`),
  );
  return ["README.md", ...below];
}
