import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readChoices } from "./read-choices";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "choices-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

function fileWith(content: string): string {
  const file = path.join(folder, "policies.json5");
  writeFileSync(file, content);
  return file;
}

const kindsIn = (content: string) => readChoices(fileWith(content)).map(({ kind }) => kind);

describe("a file of policies", () => {
  it("holds one, a list, or a body of the API", () => {
    expect(kindsIn("{ kind: 'none' } // JSON5")).toEqual(["none"]);
    expect(kindsIn("[{ kind: 'none' }, { kind: 'recorded' }]")).toEqual(["none", "recorded"]);
    expect(kindsIn('{ "policies": [{ "kind": "none" }], "budget": 10 }')).toEqual(["none"]);
  });

  it("is named where it is missing, cannot be read or is broken", () => {
    const missing = path.join(folder, "nowhere.json5");
    expect(() => readChoices(missing)).toThrow(`There is no file ${missing}.`);
    expect(() => readChoices(folder)).toThrow(`${folder} cannot be read: `);
    const broken = fileWith("{ kind: ");
    expect(() => readChoices(broken)).toThrow(`${broken} is no JSON or JSON5: `);
  });

  it("is named with the policy that has a field which none has", () => {
    const file = fileWith("[{ kind: 'none' }, { kind: 'none', pins: true }]");
    expect(() => readChoices(file)).toThrow(`${file}, policy 2: `);
    expect(() => readChoices(fileWith("{ kind: 3 }"))).toThrow(`${file}: kind: `);
  });
});
