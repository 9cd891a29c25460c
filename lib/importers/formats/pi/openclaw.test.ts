import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { drawSession, windowIds } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { openSample, sampleText } from "@/lib/testing/samples";
import { openclaw } from "./openclaw";

const MAIN = "0c1a0000-0000-4000-8000-000000000003";
const CHILD = "0c1a0000-0000-4000-8000-000000000004";

async function importText(text: string) {
  const { sessions, warnings } = await runImporter(openclaw, [await textFile("session.jsonl", text)]);
  const events = [...sessions.values()][0] ?? [];
  return { events, session: foldSession(events), warnings };
}

describe("an OpenClaw session", () => {
  it("shows each run what it was given, though the file links them all into one chain", async () => {
    const { session } = await importText(sampleText("openclaw.jsonl"));
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "user:u1       |###### |
      call:c1       | ##### |
      call:c2       | ##### |
      result:c1     | ##### |
      result:c2     | ##### |
      text:a2       |  #### |
      call:c3       |  #### |
      result:c3     |  #### |
      attachment:y3 |  #### |
      user:u2       |    ## |
      text:a5       |     # |
      user:u3       |     # |
      user:u4       |     # |
      summary:k1    |      #|
      user:u5       |      #|"
    `);
    expect(session.warnings).toEqual([]);
  });

  it("marks the windows that only the totals bear witness to, and says so", async () => {
    const { session, warnings } = await importText(sampleText("openclaw.jsonl"));
    expect(session.turns.map(({ windowProvenance }) => windowProvenance)).toEqual([
      "measured",
      "measured",
      "measured",
      "inferred",
      "inferred",
      "inferred",
      "measured",
    ]);
    expect(warnings.get("older_state")).toBe(3);
    expect(session.meta.notes.some((note) => note.startsWith("Inferred windows"))).toBe(true);
    expect(session.blocks.find(({ id }) => id === "attachment:n1")).toMatchObject({
      kind: "attachment",
      createdTurn: 2,
    });
  });

  it("keeps the chain where the totals have room for it", async () => {
    const roomy = sampleText("openclaw.jsonl")
      .replaceAll('"cacheRead":1900,"cacheWrite":700', '"cacheRead":1900,"cacheWrite":1700')
      .replaceAll('"cacheWrite":2238', '"cacheWrite":3238')
      .replaceAll('"cacheRead":2238', '"cacheRead":3238');
    const { session, warnings } = await importText(roomy);
    expect(windowIds(session, 3).slice(-5)).toEqual([
      "text:a3",
      "call:c4",
      "result:c4",
      "attachment:n1",
      "attachment:y4",
    ]);
    expect(session.turns.some(({ windowProvenance }) => windowProvenance === "inferred")).toBe(false);
    expect(warnings.has("older_state")).toBe(false);
  });

  it("keeps the chain, and says so, where no earlier state fits the total either", async () => {
    const small = sampleText("openclaw.jsonl").replaceAll(
      '"cacheRead":1900,"cacheWrite":700',
      '"cacheRead":1000,"cacheWrite":700',
    );
    const { session, warnings } = await importText(small);
    expect(warnings.get("chain_too_large")).toBe(1);
    expect(windowIds(session, 3)).toContain("attachment:n1");
  });

  it("counts a reply that was written twice once, and a reply of the gateway not at all", async () => {
    const { session, warnings } = await importText(sampleText("openclaw.jsonl"));
    expect(session.turns.map(({ usage }) => usage?.input)).toEqual([
      2002, 2142, 2802, 2602, 2240, 2262, 1942,
    ]);
    expect(warnings.get("mirrored_reply")).toBe(2);
    expect(warnings.get("gateway_reply")).toBe(1);
  });

  it("keeps nothing but the summary when the compaction names itself as the first record kept", async () => {
    const { session } = await importText(sampleText("openclaw.jsonl"));
    expect(windowIds(session, 6)).toEqual(["summary:k1", "user:u5"]);
    expect(session.compactions).toMatchObject([{ turn: 6, removed: 13, tokensBefore: { value: 2262 } }]);
  });
});

describe("leaf records", () => {
  it("put the runs beside the branch, without anything being inferred", async () => {
    const { session, warnings } = await importText(sampleText("openclaw-child.jsonl"));
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "user:u1       |#######|
      call:d1       | ######|
      call:d2       | ######|
      result:d1     | ######|
      result:d2     | ######|
      call:d3       |  #####|
      result:d3     |  #####|
      attachment:y3 |  #####|
      user:u2       |    ###|
      text:a5       |     ##|
      user:u3       |     # |
      other:b1      |      #|
      user:u4       |      #|"
    `);
    expect(warnings.has("older_state")).toBe(false);
  });

  it("and branches that are left behind are reported as such", async () => {
    const { events } = await importText(sampleText("openclaw-child.jsonl"));
    const edits = events.filter((event) => event.type === "context.edited");
    expect(edits[0]).toMatchObject({
      turn: 3,
      how: "removed",
      rule: "branch",
      blocks: ["text:a3", "call:d4"],
    });
    expect(edits.at(-1)).toMatchObject({ turn: 6, rule: "branch", blocks: ["user:u3", "text:a6"] });
  });
});

describe("agents", () => {
  const files = () => Promise.all(["openclaw-child.jsonl", "openclaw.jsonl"].map((name) => openSample(name)));

  it("are joined to the call that started them by the ids in its result and in the notice", async () => {
    const { sessions } = await runImporter(openclaw, await files());
    expect(foldSession(sessions.get(CHILD) ?? []).meta).toMatchObject({
      role: "subagent",
      parent: { session: MAIN, toolCallId: "c2" },
    });
    expect(foldSession(sessions.get(MAIN) ?? []).meta).toMatchObject({ role: "main", parent: null });
  });

  it("are joined by their task where no notice was kept", async () => {
    const [child, main] = await files();
    if (child === undefined || main === undefined) throw new Error("both samples are needed");
    const without = sampleText("openclaw.jsonl").replaceAll(`session_id: ${CHILD}`, "session_id: unknown");
    const { sessions } = await runImporter(openclaw, [child, await textFile("main.jsonl", without)]);
    expect(foldSession(sessions.get(CHILD) ?? []).meta.parent).toEqual({ session: MAIN, toolCallId: "c2" });
  });

  it("say that they are agents when their file comes alone", async () => {
    const { session } = await importText(sampleText("openclaw-child.jsonl"));
    expect(session.meta).toMatchObject({ role: "subagent", parent: null });
    expect(session.meta.notes).toContain(
      "Another session started this agent; which one is not in its own file.",
    );
  });
});
