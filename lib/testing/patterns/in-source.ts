import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";

export interface WrittenPattern {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const FOLDERS = ["lib", "components", "app"];
const LEFT_OUT = /^lib\/(?:testing|db\/generated|demo)\/|\.(?:test|spec|db\.test)\.tsx?$/;
/** Programs act when they are loaded, so the patterns that they build are left out. */
const PROGRAMS = /^lib\/(?:cli|server|proxy)\//;

/** Literals, and expressions that are built when a module is loaded. */
export function patternsInSource(): readonly WrittenPattern[] {
  const files = FOLDERS.flatMap(filesBelow).filter((file) => !LEFT_OUT.test(file));
  const texts = files.map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const building = texts.filter(({ file, text }) => text.includes("new RegExp(") && !PROGRAMS.test(file));
  const found = [
    ...texts.flatMap(({ file, text }) => writtenOut(file, text)),
    ...built(building.map(({ file }) => file)),
  ];
  return [...new Map(found.map((pattern) => [`${pattern.source}/${pattern.flags}`, pattern])).values()];
}

function writtenOut(file: string, text: string): WrittenPattern[] {
  const kind = file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const found: WrittenPattern[] = [];
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/");
      found.push({ file, source: node.text.slice(1, end), flags: node.text.slice(end + 1) });
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind));
  return found;
}

/** In a separate process, where nothing else has loaded the modules yet. */
function built(files: readonly string[]): WrittenPattern[] {
  const script = path.join(import.meta.dirname, "print-built.ts");
  const printed = execFileSync(process.execPath, ["--import", "tsx", script, ...files], {
    encoding: "utf8",
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(printed) as WrittenPattern[];
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && /\.(?:tsx?|mjs)$/.test(entry.name))
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort();
}
