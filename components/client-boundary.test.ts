import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const root = process.cwd();
const texts = new Map(
  ["app", "components"]
    .flatMap(sourcesBelow)
    .map((file) => [file, readFileSync(path.join(root, file), "utf8")]),
);
const { server, boundary } = reached();

const NEEDS_BROWSER = /\buse[A-Z]\w*\(|\son[A-Z]\w*=\{|\bwindow\.[a-z]|\bcreateContext\(/;

describe("the boundary between server and browser", () => {
  it("is where a component of the server takes one of the browser, and only there", () => {
    const marked = [...texts].filter(([, text]) => isMarked(text)).map(([file]) => file);
    expect(marked.filter((file) => !boundary.has(file))).toEqual([]);
  });

  it("stands before everything that needs a browser", () => {
    expect([...server].filter((file) => NEEDS_BROWSER.test(texts.get(file) ?? ""))).toEqual([]);
  });

  it("leaves more than half of the components without a mark", () => {
    const components = [...texts.keys()].filter(
      (file) => file.startsWith("components/") && file.endsWith(".tsx"),
    );
    const marked = components.filter((file) => boundary.has(file));
    expect(marked.length).toBeLessThan(components.length / 2);
  });
});

function reached(): { server: ReadonlySet<string>; boundary: ReadonlySet<string> } {
  const server = new Set<string>();
  const boundary = new Set<string>();
  const waiting = [...texts.keys()].filter((file) => file.startsWith("app/"));
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    const text = texts.get(file) ?? "";
    if (server.has(file) || boundary.has(file)) continue;
    if (isMarked(text)) boundary.add(file);
    else {
      server.add(file);
      waiting.push(...importsOf(file, text));
    }
  }
  return { server, boundary };
}

function isMarked(text: string): boolean {
  return text.startsWith('"use client"');
}

function importsOf(file: string, text: string): string[] {
  const names = [
    ...text.matchAll(/^(?:import|export)\s+(?!type\s)[^;"]*?from\s+"([^"]+)"/gm),
    ...text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)/g),
  ];
  return names.flatMap(([, name = ""]) => fileOf(file, name) ?? []);
}

function fileOf(from: string, name: string): string | null {
  const place = name.startsWith("@/")
    ? name.slice(2)
    : name.startsWith(".")
      ? path.posix.join(path.posix.dirname(from), name)
      : null;
  if (place === null) return null;
  return [`${place}.tsx`, `${place}.ts`, `${place}/index.ts`].find((file) => texts.has(file)) ?? null;
}

function sourcesBelow(folder: string): string[] {
  if (!existsSync(path.join(root, folder))) return [];
  return readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !name.includes(".test."))
    .map((name) => `${folder}/${name}`);
}
