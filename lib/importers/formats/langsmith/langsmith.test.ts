import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { langsmith } from ".";

describe("LangSmith runs", () => {
  it("has a session for a thread, its model runs in the order of time, another conversation apart", async () => {
    const { format, sessions } = await importSample("langsmith-runs.jsonl");
    expect(format).toBe("langsmith_runs");
    expect(
      sessions.map(({ meta, turns }) => [meta.externalId, meta.role, turns.map(({ turnId }) => turnId)]),
    ).toEqual([
      ["thread-1", "main", ["r1", "r2"]],
      ["thread-1:2", "side", ["r3"]],
    ]);
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "tool:measure           |##|
      system                 |##|
      user_goal:38ed8ba52f99 |##|
      call:c1                | #|
      result:c1              | #|"
    `);
  });

  it("finds usage with the message, with the answer, or with the run", async () => {
    const { sessions } = await importSample("langsmith-runs.jsonl");
    const usages = sessions.flatMap(({ turns }) =>
      turns.map(({ usage }) => [usage?.input, usage?.cacheRead]),
    );
    expect(usages).toEqual([
      [50, 20],
      [80, null],
      [12, null],
    ]);
  });

  it("reads runs that stand inside their parents", async () => {
    const [root, ...children] = sampleText("langsmith-runs.jsonl").trim().split("\n");
    const nested = `${root?.slice(0, -1)},"child_runs":[${children.join(",")}]}`;
    const { sessions } = await runImporter(langsmith, [await textFile("run.json", nested)]);
    const { sessions: flat } = await importSample("langsmith-runs.jsonl");
    expect([...sessions.values()].map((events) => drawSession(foldSession(events)))).toEqual(
      flat.map((session) => drawSession(session)),
    );
  });

  it("reads runs of a table, which has inputs and outputs as text", async () => {
    const asText = (run: Record<string, unknown>): Record<string, unknown> =>
      Object.fromEntries(
        Object.entries(run).map(([key, value]) => [
          key,
          ["inputs", "outputs", "extra"].includes(key) && value !== null ? JSON.stringify(value) : value,
        ]),
      );
    const rows = sampleText("langsmith-runs.jsonl")
      .trim()
      .split("\n")
      .map((line) => asText(JSON.parse(line) as Record<string, unknown>));
    const table = rows.map((row) => JSON.stringify(row)).join("\n");
    const { sessions } = await runImporter(langsmith, [await textFile("runs.jsonl", table)]);
    const { sessions: flat } = await importSample("langsmith-runs.jsonl");
    expect([...sessions.values()].map((events) => drawSession(foldSession(events)))).toEqual(
      flat.map((session) => drawSession(session)),
    );
  });

  it("says of calls that nothing of what was said could be read", async () => {
    const run = { id: "r1", trace_id: "r1", run_type: "llm", start_time: "2026-05-01T10:00:00Z" };
    const line = JSON.stringify({ ...run, inputs: { blob: 7 }, outputs: null });
    const { sessions, warnings } = await runImporter(langsmith, [await textFile("runs.jsonl", line)]);
    expect([...sessions.values()].map((events) => foldSession(events).turns.length)).toEqual([1]);
    expect(warnings.get("unread_content")).toBe(1);
  });

  it("joins what a batch posted with what a later one patched, and reads a page of the API", async () => {
    const { sessions: flat } = await importSample("langsmith-runs.jsonl");
    const runs = sampleText("langsmith-runs.jsonl")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const post = runs.map((run) => ({ ...run, outputs: null, end_time: null }));
    const patch = runs.map(({ id, outputs, end_time }) => ({ id, outputs, end_time }));
    const pathTo = (id: unknown) => `20260105T090000001Z0a1b.20260105T090001002Z${String(id)}`;
    const unnamed = patch.map(({ id, ...ended }) => ({ ...ended, dotted_order: pathTo(id) }));
    const batched = (list: readonly object[]) =>
      [
        { post, patch: [] },
        { post: [], patch: list },
      ]
        .map((batch) => JSON.stringify(batch))
        .join("\n");
    for (const text of [
      batched(patch),
      batched(unnamed),
      JSON.stringify({ runs, cursors: { next: null } }),
    ]) {
      const file = await textFile("runs.json", text);
      expect(langsmith.recognise(file.sniff).missing).toBe(null);
      const { sessions, warnings } = await runImporter(langsmith, [file]);
      expect([...sessions.values()].map((events) => drawSession(foldSession(events)))).toEqual(
        flat.map((session) => drawSession(session)),
      );
      expect([...warnings.keys()]).toEqual(["run_not_read"]);
    }
  });
});
