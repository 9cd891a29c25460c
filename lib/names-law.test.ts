import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { describe, expect, it } from "vitest";

/** Rooms whose functions say what they do, by the first word of their name. */
const ROOMS = [
  "lib/core",
  "lib/pipeline",
  "lib/db",
  "lib/client",
  "lib/commands",
  "lib/importers/otel",
  "lib/replay",
  "lib/queries",
  "lib/server",
  "lib/view",
];

/** Of the functions and methods of a room. Look-ups of a collection, such as `standing.at`, are the rest. */
const SHARE_MIN = 0.85;

const FUNCTIONS = new Map(
  ROOMS.map((room) => [
    room,
    sourcesBelow(room).flatMap((file) => functionsIn(file, readFileSync(file, "utf8"))),
  ]),
);

const VERBS = new Set(readFileSync("lib/testing/verbs.txt", "utf8").split(/\s+/));

describe("names of functions", () => {
  it.each(ROOMS)("begin with a verb of the field in %s", (room) => {
    const named = FUNCTIONS.get(room) ?? [];
    expect(named.length).toBeGreaterThan(100);
    const others = named.filter(({ name }) => !beginsWithVerb(name));
    const list = others.map(({ file, name }) => `${file}: ${name}`).join("\n");
    expect(1 - others.length / named.length, list).toBeGreaterThan(SHARE_MIN);
  });

  it("that ask, and only those, begin with `is` or `has`", () => {
    const asking = [...FUNCTIONS.values()]
      .flat()
      .filter(({ name, answers }) => /^(?:is|has)[A-Z]/.test(name) && answers !== undefined);
    expect(asking.length).toBeGreaterThan(100);
    expect(asking.filter(({ answers = "" }) => !/boolean| is /.test(answers))).toEqual([]);
  });

  it("are found in every form", () => {
    const text = `function readText() {}
      const rows = () => [];
      const count = 1;
      class Log { at(turn: number) { return turn; } }`;
    const names = functionsIn("a.ts", text).map(({ name }) => name);
    expect(names).toEqual(["readText", "rows", "at"]);
    expect(names.filter(beginsWithVerb)).toEqual(["readText"]);
  });
});

interface NamedFunction {
  readonly file: string;
  readonly name: string;
  /** The type that its declaration states. */
  readonly answers: string | undefined;
}

function functionsIn(file: string, text: string): NamedFunction[] {
  const found: NamedFunction[] = [];
  const visit = (node: ts.Node): void => {
    const made = functionOf(node);
    if (made !== null) found.push({ file, name: made.name, answers: made.of.type?.getText() });
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true));
  return found;
}

function functionOf(node: ts.Node): { name: string; of: ts.SignatureDeclaration } | null {
  if (ts.isFunctionDeclaration(node) && node.name !== undefined) return { name: node.name.text, of: node };
  if (ts.isMethodDeclaration(node) && ts.isClassLike(node.parent) && ts.isIdentifier(node.name))
    return { name: node.name.text, of: node };
  if (!ts.isVariableDeclaration(node) || !ts.isIdentifier(node.name)) return null;
  const { initializer } = node;
  const isFunction =
    initializer !== undefined && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer));
  return isFunction ? { name: node.name.text, of: initializer } : null;
}

function beginsWithVerb(name: string): boolean {
  return VERBS.has(/^[a-z]+/.exec(name)?.[0] ?? "");
}

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /(?<!\.test)\.tsx?$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .filter((file) => !file.includes(`${path.sep}generated${path.sep}`));
}
