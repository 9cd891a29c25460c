import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { importSample } from "@/lib/testing/samples";

async function imported() {
  const { format, sessions, events } = await importSample("gemini-cli.json");
  const [session] = sessions;
  if (session === undefined) throw new Error("no session");
  return { format, session, events: events[0] ?? [] };
}

describe("Gemini CLI", () => {
  it("appends; the acknowledgement of a snapshot stands in the window and is no call", async () => {
    const { format, session } = await imported();
    expect(format).toBe("gemini_cli");
    expect(session.turns).toHaveLength(4);
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "session_context                 |####|
      compaction_summary:60a9a5a2bc9b |####|
      assistant_text:babaddc8c4e6     |####|
      user_goal:cc7030902bba          |####|
      thinking:b760bc08d07c           | ###|
      call:call-a                     | ###|
      call:call-1                     | ###|
      result:call-1                   | ###|
      result:call-a                   | #..|
      assistant_text:e2dd6ce797a6     |  ##|
      call:call-b                     |  ##|
      result:call-b                   |  ##|
      call:call-c                     |   #|
      result:call-c                   |   #|"
    `);
  });

  it("begins with one compaction, whose snapshot keeps its constraints word for word", async () => {
    const { session, events } = await imported();
    expect(session.compactions).toMatchObject([{ turn: 0 }]);
    const summary = session.blocks[session.compactions[0]?.summaryBlock ?? -1];
    expect(summary?.kind).toBe("compaction_summary");
    expect(JSON.stringify(events)).toContain(
      "<constraint>Amounts are integers in cents, never floats.</constraint>",
    );
  });

  it("leaves a reference in the place of a masked result, from which it can be had again", async () => {
    const { session } = await imported();
    const path = "/home/dev/.gemini/tmp/shop/tool-outputs/read_file_call-a.txt";
    expect(session.evictions).toMatchObject([
      {
        turn: 2,
        how: "cleared",
        fromMode: "full",
        toMode: "reference",
        restorable: true,
        reference: { kind: "path", text: path },
        cause: { provenance: "reported", rule: "tool_output_masked" },
      },
    ]);
    expect(session.blocks[session.evictions[0]?.block ?? -1]).toMatchObject({
      completeness: "stored_elsewhere",
      origin: { artifact: path },
    });
  });

  it("takes the task state and the to-do list for plans, stated by their blocks", async () => {
    const { session, events } = await imported();
    const plans = events.flatMap((event) => (event.type === "plan.declared" ? [event] : []));
    expect(plans.map(({ planId, turn, steps }) => [planId, turn, steps.map(({ status }) => status)])).toEqual(
      [
        ["task_state", 0, ["completed", "started", "pending"]],
        ["todos", 1, ["started", "pending"]],
      ],
    );
    const kinds = plans.map(({ block }) => session.blocks.find(({ id }) => id === block)?.kind);
    expect(kinds).toEqual(["compaction_summary", "tool_call"]);
  });

  it("pairs a response without an id by its name, whatever order it comes in", async () => {
    const { session } = await imported();
    const results = session.blocks.filter(({ kind }) => kind === "tool_result");
    expect(results.map(({ toolCallId, toolName, isError }) => [toolCallId, toolName, isError])).toEqual([
      ["call-1", "grep_search", false],
      ["call-a", "read_file", false],
      ["call-b", "write_todos", false],
      ["call-c", "run_shell_command", true],
    ]);
  });
});
