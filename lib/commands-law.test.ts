import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

it("what lib/commands exports takes one object, so that each value stands beside its name", () => {
  const found = commandFiles().map((file) => exportedIn(file, readFileSync(file, "utf8")));
  const all = found.flat();
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ parameters }) => parameters > 1).map(({ name }) => name)).toEqual([]);
});

it("sees functions of every form", () => {
  const text = `export function first(a: string, b: string) {}
    export const second = async (a: string, b: string) => {};
    export const third = function (a: string) {};
    function fourth(a: string, b: string) {}`;
  expect(exportedIn("a.ts", text)).toEqual([
    { name: "a.ts: first", parameters: 2 },
    { name: "a.ts: second", parameters: 2 },
    { name: "a.ts: third", parameters: 1 },
  ]);
});

interface Exported {
  readonly name: string;
  readonly parameters: number;
}

function exportedIn(file: string, text: string): Exported[] {
  const { statements } = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  return statements.filter(isExported).flatMap((statement) =>
    functionsOf(statement).map(([name, { parameters }]) => ({
      name: `${file}: ${name}`,
      parameters: parameters.length,
    })),
  );
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) === true;
}

function functionsOf(statement: ts.Statement): [name: string, of: ts.SignatureDeclaration][] {
  if (ts.isFunctionDeclaration(statement)) return [[statement.name?.text ?? "default", statement]];
  if (!ts.isVariableStatement(statement)) return [];
  return statement.declarationList.declarations.flatMap(({ name, initializer: value }) =>
    value !== undefined && (ts.isArrowFunction(value) || ts.isFunctionExpression(value))
      ? [[name.getText(), value]]
      : [],
  );
}

function commandFiles(): string[] {
  return readdirSync("lib/commands", { recursive: true, encoding: "utf8" })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => path.join("lib/commands", name));
}
