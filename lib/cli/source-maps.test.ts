import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { slimSourceMaps } from "./bootstrap/project.mjs";

it("source maps of the server keep the places, and lose the sources that each process would hold", () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), "maps-"));
  try {
    const part = { version: 3, sources: ["a.ts"], names: ["x"], mappings: "AAAA" };
    const full = { ...part, sourcesContent: ["const x = 1;"] };
    mkdirSync(path.join(folder, "chunks"));
    const files = {
      "one.js.map": full,
      "chunks/many.js.map": { version: 3, sections: [{ offset: {}, map: full }] },
    };
    for (const [name, map] of Object.entries(files))
      writeFileSync(path.join(folder, name), JSON.stringify(map));
    writeFileSync(path.join(folder, "one.js"), "const x = 1;");
    slimSourceMaps(folder);
    const read = (name: string): unknown => JSON.parse(readFileSync(path.join(folder, name), "utf8"));
    expect(read("one.js.map")).toEqual(part);
    expect(read("chunks/many.js.map")).toEqual({ version: 3, sections: [{ offset: {}, map: part }] });
    expect(readFileSync(path.join(folder, "one.js"), "utf8")).toBe("const x = 1;");
  } finally {
    rmSync(folder, { recursive: true });
  }
});
