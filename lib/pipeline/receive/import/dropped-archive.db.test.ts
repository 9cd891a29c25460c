import { describe, expect, it } from "vitest";
import type { ImportReportBody } from "@/lib/api/endpoints/import";
import { postImport } from "@/lib/api/endpoints/import";
import { testDatabase } from "@/lib/testing/database";
import { testWorker } from "@/lib/testing/worker";
import { callRoute } from "@/lib/testing/routes";
import { sampleText } from "@/lib/testing/samples";
import type { ZipEntry } from "@/lib/testing/zip";
import { zipOf } from "@/lib/testing/zip";

testWorker();
const db = testDatabase();

const ROO = ["api_conversation_history.json", "ui_messages.json"];
const task = (): ZipEntry[] =>
  ROO.map((name) => ({ name: `task/${name}`, content: sampleText(`roo-code/${name}`) }));

function logArchive(): Buffer {
  const { samples, ...header } = JSON.parse(sampleText("inspect-log.json")) as { samples: object[] };
  return zipOf([
    { name: "header.json", content: JSON.stringify(header) },
    { name: "samples/7_epoch_1.json", content: JSON.stringify(samples[0]) },
  ]);
}

/** Sends one file like the page does after a drop: its bytes as the body, with the browser's type. */
async function drop(name: string, content: Buffer, type: string): Promise<[number, ImportReportBody]> {
  const query = `?name=${encodeURIComponent(name)}`;
  const body = new Blob([new Uint8Array(content)], { type });
  const answer = await callRoute(postImport, {}, query, { body, headers: { "content-type": type } });
  return [answer.status, (await answer.json()) as ImportReportBody];
}

describe("a dropped archive", () => {
  it("becomes the sessions of what is in it", async () => {
    const claude = { name: "claude/session.jsonl", content: sampleText("claude-code.jsonl") };
    const agent = { name: "claude/subagents/agent-a.jsonl", content: sampleText("claude-code-agent.jsonl") };
    const log = { name: "logs/run.eval", content: logArchive() };
    const archive = zipOf([...task(), claude, agent, log, { name: "notes.txt", content: "hello" }]);
    const [status, report] = await drop("export.zip", archive, "application/zip");
    expect(status).toBe(200);
    const found = report.sessions.map(({ format, role, turns }) => `${format} ${role} ${turns}`).sort();
    expect(found).toMatchInlineSnapshot(`
      [
        "claude_code main 8",
        "claude_code subagent 2",
        "inspect_eval main 2",
        "inspect_eval side 1",
        "roo_code main 4",
      ]
    `);
    expect(report.warnings.map(({ file, code }) => [file, code])).toContainEqual([
      "export.zip/notes.txt",
      "unrecognised",
    ]);
    // Whoever mends a source sees which one it is, not all that came with it.
    const noted = await db.ingestionWarning.findMany({ where: { source: { startsWith: "import: " } } });
    expect(noted.find(({ code }) => code === "unrecognised")?.source).toBe("import: other files");
    expect(noted.filter(({ source }) => source.includes(","))).toEqual([]);
  });

  it("is read as a log when it is one, and changes nothing the second time", async () => {
    const [, first] = await drop("run.eval", logArchive(), "application/octet-stream");
    expect(first.format).toBe("inspect_eval");
    const [, again] = await drop("run.eval", logArchive(), "application/octet-stream");
    expect(again.events.accepted).toBe(0);
    expect(again.sessions.map(({ id }) => id)).toEqual(first.sessions.map(({ id }) => id));
  });

  it("is the same as its folder", async () => {
    const form = new FormData();
    for (const { name, content } of task()) form.append("file", new Blob([String(content)]), name);
    const answer = await callRoute(postImport, {}, "?name=folder", { body: form });
    const folder = (await answer.json()) as ImportReportBody;
    const [, archive] = await drop("task.zip", zipOf(task()), "application/zip");
    expect(archive.sessions.map(({ externalId, turns }) => [externalId, turns])).toEqual(
      folder.sessions.map(({ externalId, turns }) => [externalId, turns]),
    );
  });

  it("is refused with the reason when it names a place outside itself", async () => {
    const archive = zipOf([{ name: "../outside.json", content: "{}" }]);
    const [status, report] = await drop("bad.zip", archive, "application/zip");
    expect(status).toBe(422);
    expect(JSON.stringify(report)).toContain("bad.zip is a zip that cannot be read");
  });
});
