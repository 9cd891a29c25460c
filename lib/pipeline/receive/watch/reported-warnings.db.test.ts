import { describe, expect, it } from "vitest";
import { listIngestionWarnings } from "@/lib/queries/ingestion/list-ingestion-warnings";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { textFile } from "@/lib/testing/import-file";
import { sampleText } from "@/lib/testing/samples";
import { takeInto } from "./take-files";

const db = testDatabase();
const LINES = sampleText("pi.jsonl").trim().split("\n");
const STRANGE = JSON.stringify({ type: "zz_unknown", content: "words that nobody reads" });
const NOTED = LINES.slice(0, 10).map((line) =>
  line.includes('"role":"user"') ? line.replace('"role":"user"', '"role":"user","zz_note":"urgent"') : line,
);

async function told(project: string): Promise<string[]> {
  const { warnings } = await listIngestionWarnings(db, project);
  return warnings.map(({ source, code, count }) => `${source}: ${code} ${count}`).sort();
}

describe("what a followed file holds that is not read", () => {
  it("becomes a warning of the project, and is not told again when the file grows", async () => {
    const project = freshProject();
    const take = takeInto(db, project);
    const read = async (lines: readonly string[]) =>
      take("pi: a.jsonl", [await textFile("sessions/a.jsonl", lines.join("\n"))], true);
    await read([...LINES.slice(0, 3), STRANGE]);
    const once = await told(project);
    expect(once).toEqual(["live folders: pi: unknown_record 1"]);
    await read([...LINES.slice(0, 3), STRANGE, ...LINES.slice(3, 6)]);
    expect(await told(project)).toEqual(once);
    await read([...LINES.slice(0, 3), STRANGE, ...LINES.slice(3, 6), STRANGE]);
    expect(await told(project)).toEqual(["live folders: pi: unknown_record 2"]);
  });

  it("names a key that nobody knows", async () => {
    const project = freshProject();
    await takeInto(db, project)("pi: b.jsonl", [await textFile("sessions/b.jsonl", NOTED.join("\n"))], true);
    expect(await told(project)).toEqual(["live folders: pi: unknown_key:message.zz_note 2"]);
  });
});
