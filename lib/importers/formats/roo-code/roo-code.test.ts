import { describe, expect, it } from "vitest";
import { groupFiles } from "@/lib/importers/group";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, openSample } from "@/lib/testing/samples";
import { rooCode } from ".";

const HISTORY = "roo-code/api_conversation_history.json";
const DISPLAY = "roo-code/ui_messages.json";

async function imported(...files: [string, ...string[]]) {
  const { format, sessions, events } = await importSample(...files);
  const [session] = sessions;
  if (session === undefined) throw new Error("no session");
  return { format, session, events: events[0] ?? [] };
}

describe("Roo Code", () => {
  it("takes the two files of a folder for one task", async () => {
    const files = await Promise.all([HISTORY, DISPLAY].map((name) => openSample(name)));
    const { groups } = groupFiles(files);
    expect(groups.map(({ importer, files: own }) => [importer.id, own.length])).toEqual([["roo_code", 2]]);
  });

  it("has a call for each request, with what was condensed away as the display shows it", async () => {
    const { format, session } = await imported(HISTORY, DISPLAY);
    expect(format).toBe("roo_code");
    expect(session.meta.name).toBe("Sum the sales report.");
    expect(session.turns.map(({ usage }) => usage?.input)).toEqual([1_000, 1_100, 9_000, 1_400]);
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "user_goal:4de9e41e5bf0          |####|
      other:35e9fc629a36              |####|
      assistant_text:3ef9ad22b632     | ## |
      call:text-1                     | ## |
      result:text-1                   | ## |
      other:b172a1d72769              | ## |
      call:text-2                     |  # |
      result:text-3                   |   #|
      other:0308cad47baa              |   #|
      result:text-2                   |  ##|
      other:8463a343cdb4              |  ##|
      assistant_text:f6a635e4fcd2     |   #|
      call:text-3                     |   #|
      compaction_summary:4c02e2d83ac8 |   #|"
    `);
  });

  it("has the model and the usage that Cline writes beside an answer, and pairs its native calls", async () => {
    const said = [
      { role: "user", ts: 1, content: [{ type: "text", text: "<task>\nCount the lines.\n</task>" }] },
      {
        role: "assistant",
        ts: 2,
        content: [
          { type: "text", text: "I look." },
          { type: "tool_use", id: "toolu_1", name: "execute_command", input: { command: "wc -l" } },
        ],
        modelInfo: { modelId: "claude-sonnet-4-5", providerId: "anthropic", mode: "act" },
        metrics: { tokens: { prompt: 12, completion: 30, cached: 5_000 }, cost: 0.02 },
      },
      { role: "user", ts: 3, content: [{ type: "tool_result", tool_use_id: "toolu_1", content: "7" }] },
      { role: "assistant", ts: 4, content: [{ type: "text", text: "Seven." }] },
    ];
    const { sessions } = await runImporter(rooCode, [await textFile("t/a.json", JSON.stringify(said))]);
    const [session] = [...sessions.values()].map((events) => foldSession(events));
    expect(session?.turns.map(({ model, usage }) => [model, usage?.input, usage?.output])).toEqual([
      ["claude-sonnet-4-5", 5_012, 30],
      [null, undefined, undefined],
    ]);
    expect(session?.blocks.map(({ id }) => id)).toEqual(
      expect.arrayContaining(["call:toolu_1", "result:toolu_1"]),
    );
  });

  it("has the model that the harness names with the mode, and no other that stands in a message", async () => {
    const details = "# Current Mode\n<slug>code</slug>\n<model>anthropic/claude-sonnet-4.5</model>\n====";
    const said = [
      { role: "user", ts: 1, content: "<task>\nUse <model>gpt-4</model>\n</task>" },
      { role: "user", ts: 2, content: `<environment_details>\n${details}\n</environment_details>` },
      { role: "assistant", ts: 3, content: "Done." },
    ];
    const { sessions } = await runImporter(rooCode, [await textFile("t/a.json", JSON.stringify(said))]);
    const [session] = [...sessions.values()].map((events) => foldSession(events));
    expect(session?.turns.map(({ model }) => model)).toEqual(["anthropic/claude-sonnet-4.5"]);
    expect(session?.meta).toMatchObject({ contextWindow: 200_000, contextWindowProvenance: "model table" });
  });

  it("condenses once, from and to what the harness says", async () => {
    const { session } = await imported(HISTORY, DISPLAY);
    expect(session.compactions).toMatchObject([
      { turn: 3, tokensBefore: { value: 9_040 }, tokensAfter: { value: 1_300 } },
    ]);
    expect(session.turns.map(({ windowProvenance }) => windowProvenance)).toEqual([
      ...["inferred", "inferred", "inferred", "measured"],
    ]);
  });

  it("pairs results with tags by tool and order; two results of one call are one", async () => {
    const { session } = await imported(HISTORY, DISPLAY);
    const results = session.blocks.filter(({ kind }) => kind === "tool_result");
    expect(results.map(({ toolName, toolCallId }) => `${toolCallId}: ${toolName}`).sort()).toEqual([
      "text-1: update_todo_list",
      "text-2: read_file",
      "text-3: update_todo_list",
    ]);
  });

  it("takes the to-do list for the plan, from the display and from the history", async () => {
    const { events } = await imported(HISTORY, DISPLAY);
    const plans = events.flatMap((event) =>
      event.type === "plan.declared" || event.type === "plan.revised"
        ? [[event.type, event.turn, event.block, event.steps.map(({ status }) => status)]]
        : [],
    );
    expect(plans).toEqual([
      ["plan.declared", 0, "call:text-1", ["started", "pending"]],
      ["plan.revised", 2, "call:text-3", ["completed", "started"]],
    ]);
  });

  it("reads the history alone, and the display alone", async () => {
    const history = await imported(HISTORY);
    expect(history.session.turns.map(({ usage }) => usage?.input)).toEqual([undefined, undefined]);
    const display = await imported(DISPLAY);
    expect(display.session.turns).toHaveLength(4);
  });
});
