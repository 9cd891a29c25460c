import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { codex } from ".";

async function imported() {
  const { format, sessions, events } = await importSample("codex-rollout.jsonl");
  const [session] = sessions;
  if (session === undefined) throw new Error("no session");
  return { format, session, events: events[0] ?? [] };
}

describe("Codex rollout", () => {
  it("has a call for each count of usage, tools that ran while it streamed behind it", async () => {
    const { format, session } = await imported();
    expect(format).toBe("codex_rollout");
    expect(session.turns.map(({ usage, toolCalls }) => [usage?.input, usage?.cacheRead, toolCalls])).toEqual([
      [9_000, 0, 2],
      [9_400, 9_000, 1],
      [3_100, 0, 1],
      [2_000, 0, 0],
    ]);
    expect(session.meta).toMatchObject({ model: "gpt-9-codex", agent: "Codex 0.150.0" });
  });

  it("knows no usage of a call after which the totals of before are said again", async () => {
    const lines = sampleText("codex-rollout.jsonl").trimEnd().split("\n");
    const counts = lines.filter(
      (line) => line.includes('"token_count"') && line.includes('"last_token_usage"'),
    );
    const answer = {
      type: "message",
      role: "assistant",
      content: [{ type: "output_text", text: "Almost." }],
    };
    const more = [JSON.stringify({ type: "response_item", payload: answer }), counts.at(-1) ?? ""];
    const totals = (line: string) =>
      line.replace('"last_token_usage"', '"total_token_usage":{"total_tokens":9},"last_token_usage"');
    const text = [...lines, ...more].map((line) => (line === counts.at(-1) ? totals(line) : line)).join("\n");
    const { sessions } = await runImporter(codex, [await textFile("rollout.jsonl", text)]);
    const turns = foldSession([...sessions.values()].flat()).turns;
    expect(turns.map(({ usage }) => usage?.input)).toEqual([9_000, 9_400, 3_100, 2_000, undefined]);
  });

  it("names counts that stand outside of their place, and no others", async () => {
    const text = sampleText("codex-rollout.jsonl").trimEnd();
    const flat = { type: "token_count", input_tokens: 900, output_tokens: 20, total_tokens: 920 };
    const none = { type: "token_count", info: null, rate_limits: {} };
    const more = [none, flat, flat].map((payload) => JSON.stringify({ type: "event_msg", payload }));
    const { warnings } = await runImporter(codex, [
      await textFile("rollout.jsonl", [text, ...more].join("\n")),
    ]);
    const { warnings: before } = await runImporter(codex, [await textFile("rollout.jsonl", text)]);
    expect([before.get("usage_not_read"), warnings.get("usage_not_read")]).toEqual([undefined, 2]);
  });

  it("names that the record with the session's name is missing", async () => {
    const text = sampleText("codex-rollout.jsonl");
    const withoutFirst = text.slice(text.indexOf("\n") + 1);
    const { warnings } = await runImporter(codex, [await textFile("rollout.jsonl", withoutFirst)]);
    expect(warnings.get("missing_header")).toBe(1);
    const { warnings: none } = await runImporter(codex, [await textFile("rollout.jsonl", text)]);
    expect(none.has("missing_header")).toBe(false);
  });

  it("takes the new history of a compaction whole; what it keeps is the same block", async () => {
    const { session } = await imported();
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                          |####|
      other:d19c1f0b790a              |##  |
      user_goal:47bd1e7fc5e9          |####|
      thinking:d30274eac2b9           | #  |
      call:c1                         | #  |
      call:c2                         | #  |
      result:c1                       | #  |
      result:c2                       | #  |
      compaction_summary:e3b0c44298fc |  ##|
      call:c4                         |   #|
      result:c4                       |   #|"
    `);
  });

  it("has two compactions: one that is recorded, and one of which only the totals are known", async () => {
    const { session } = await imported();
    expect(
      session.compactions.map(({ turn, removed, tokensBefore, tokensAfter, cause }) => [
        ...[turn, removed > 0, tokensBefore.value, tokensAfter.value, cause.rule],
      ]),
    ).toEqual([
      [2, true, 9_400, 3_100, null],
      [3, false, 3_100, 2_000, "totals_only"],
    ]);
    expect(session.turns.map(({ windowProvenance }) => windowProvenance)).toEqual([
      ...["measured", "measured", "measured", "inferred"],
    ]);
  });

  it("takes update_plan for the plan", async () => {
    const { events } = await imported();
    const plans = events.flatMap((event) =>
      event.type === "plan.declared" || event.type === "plan.revised"
        ? [[event.type, event.turn, event.block, event.steps.map(({ status }) => status)]]
        : [],
    );
    expect(plans).toEqual([
      ["plan.declared", 0, "call:c1", ["started", "pending"]],
      ["plan.revised", 2, "call:c4", ["completed", "started"]],
    ]);
  });

  it("tells the harness's context from the goal, and shows sealed reasoning as sealed", async () => {
    const { session } = await imported();
    const [rules, context, goal, thinking] = session.blocks;
    expect([rules?.kind, context?.kind, goal?.kind]).toEqual(["system_rules", "other", "user_goal"]);
    expect(thinking).toMatchObject({ kind: "thinking", completeness: "metadata_only" });
  });
});
