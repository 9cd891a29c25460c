import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";

const FILES = 600;
const MAY_BE_OPEN = 200;

const PROGRAM = `
  import { readdirSync } from "node:fs";
  import { openFiles } from "./lib/pipeline/receive/import/receive-files.ts";
  const folder = process.argv[1];
  const files = readdirSync(folder).map((name) => ({ path: folder + "/" + name, name }));
  openFiles(files).then((opened) => console.log(opened.length));
`;

it("files of an upload are opened a few at a time: there may be more than a process can open", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "sightglass-open-files-"));
  const names = Array.from({ length: FILES }, (_, i) => path.join(folder, `${i}.jsonl`));
  await Promise.all(names.map((name) => writeFile(name, "{}\n")));
  const limited = `ulimit -n ${MAY_BE_OPEN} && exec node --import tsx --input-type=module -e "$0" "$1"`;
  const { stdout } = await promisify(execFile)("sh", ["-c", limited, PROGRAM, folder]);
  expect(stdout.trim()).toBe(String(FILES));
  await rm(folder, { recursive: true });
});
