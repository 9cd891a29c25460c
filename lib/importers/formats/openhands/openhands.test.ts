import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { groupFiles } from "@/lib/importers/group";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { openhands } from ".";

const usage = (response_id: string, prompt_tokens: number) => ({
  ...{ response_id, prompt_tokens, completion_tokens: 9, cache_read_tokens: 0, context_window: 128_000 },
});
const STATE = {
  id: "conversation-1",
  agent: { llm: { model: "lab/model" } },
  execution_status: "finished",
  stats: {
    usage_to_metrics: {
      agent: { token_usages: [usage("r1", 500), usage("r2", 560), usage("r3", 540)] },
      condenser: { token_usages: [usage("cond-1", 900)] },
    },
  },
};

function folder() {
  const events = sampleText("openhands-events.jsonl").trim().split("\n");
  const files = events.map((text, i) =>
    textFile(`run/events/event-${String(i).padStart(5, "0")}-x.json`, text),
  );
  return Promise.all([...files.reverse(), textFile("run/base_state.json", JSON.stringify(STATE))]);
}

describe("OpenHands", () => {
  it("takes a folder of events and the state beside it for one conversation", async () => {
    const files = await folder();
    const { groups, unrecognised } = groupFiles(files);
    expect(unrecognised).toEqual([]);
    expect(groups.map(({ importer, files: own }) => [importer.id, own.length])).toEqual([
      ["openhands_v1_events", files.length],
    ]);
    const { sessions } = await runImporter(openhands, groups[0]?.files ?? []);
    expect([...sessions.keys()]).toEqual(["conversation-1"]);
    const session = foldSession([...sessions.values()].flat());
    expect(session.turns.map(({ usage: used }) => used?.input)).toEqual([500, 560, 540]);
    expect(session.meta).toMatchObject({ name: "run", model: "lab/model", contextWindow: 128_000 });
  });

  it("has a call for each answer, however many actions it takes, and condenses as the event says", async () => {
    const { sessions } = await importSample("openhands-events.jsonl");
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(session.turns.map(({ toolCalls }) => toolCalls)).toEqual([2, 1, 0]);
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                          |###|
      tool:terminal                   |###|
      user_goal:80b0869c4187          |###|
      assistant_text:879bf799da8c     | # |
      call:c1                         | # |
      call:c2                         | # |
      result:c3                       |  #|
      result:c1                       | # |
      result:c2                       | # |
      call:c3                         |  #|
      compaction_summary:06507287ad45 |  #|"
    `);
    expect(session.compactions).toMatchObject([{ turn: 2, removed: 5 }]);
  });

  it("takes the task tracker's list for the plan", async () => {
    const { events } = await importSample("openhands-events.jsonl");
    const plans = events.flat().flatMap((event) => (event.type === "plan.declared" ? [event] : []));
    expect(plans.map(({ block, steps }) => [block, steps.map(({ status }) => status)])).toEqual([
      ["call:c1", ["started", "pending"]],
    ]);
  });
});

describe("OpenHands events before version 1", () => {
  it("have a call for each answer of the provider, or for an action without one, and forget what a condensation names", async () => {
    const { format, sessions, warnings } = await importSample("openhands-history.json");
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect([format, warnings]).toEqual(["openhands_events", { unknown_record: 1 }]);
    expect(session.turns.map(({ usage, toolCalls }) => [usage?.input, usage?.cacheRead, toolCalls])).toEqual([
      [900, 0, 2],
      [1_200, 880, 1],
      [undefined, undefined, 1],
      [undefined, undefined, 0],
    ]);
    expect(session.compactions).toMatchObject([{ turn: 2, removed: 5 }]);
    expect(session.blocks.find(({ kind, isError }) => kind === "tool_result" && isError)?.toolName).toBe(
      "execute_bash",
    );
  });
});
