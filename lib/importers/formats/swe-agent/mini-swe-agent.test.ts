import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { chooseImporter } from "../../choose";
import { HEAD_CHARS } from "../../reading/sniff";
import { textFile } from "@/lib/testing/import-file";
import { importSample } from "@/lib/testing/samples";

describe("mini-swe-agent", () => {
  it("appends, and pairs each command with the message after it", async () => {
    const { format, sessions } = await importSample("mini-swe-agent.traj.json");
    const [session] = sessions;
    if (session === undefined) throw new Error("no session");
    expect(format).toBe("mini_swe_agent");
    expect(drawSession(session)).toMatchInlineSnapshot(`
      "system                      |####|
      user_goal:528e012fb8b2      |####|
      assistant_text:1b8c3ad8ac11 | ###|
      call:step-0                 | ###|
      result:step-0               | ###|
      assistant_text:f4cc90d05728 |  ##|
      user_message:4a214abf9903   |  ##|
      assistant_text:a42c7d548b54 |   #|
      call:step-2                 |   #|
      result:step-2               |   #|"
    `);
    expect(session.evictions).toEqual([]);
  });

  it("takes a reply with two commands for no call, as the harness does", async () => {
    const { sessions } = await importSample("mini-swe-agent.traj.json");
    expect(sessions[0]?.turns.map((turn) => turn.toolCalls)).toEqual([1, 0, 1, 1]);
    expect(sessions[0]?.repeats).toMatchObject([{ turn: 2, earlierTurn: 0, earlierResult: "in_window" }]);
  });

  it("has usage per call, in which 0 is unknown", async () => {
    const { sessions } = await importSample("mini-swe-agent.traj.json");
    expect(
      sessions[0]?.turns.map((turn) => [turn.usage?.input ?? null, turn.usage?.cacheRead ?? null]),
    ).toEqual([
      [120, 0],
      [160, 120],
      [null, null],
      [260, 230],
    ]);
  });

  it("records reasoning and the submission, which never stood in a window", async () => {
    const { sessions } = await importSample("mini-swe-agent.traj.json");
    const shown = new Set(sessions[0]?.residencies.map(({ block }) => block));
    const unseen = sessions[0]?.blocks.filter((_, i) => !shown.has(i)).map(({ kind }) => kind);
    expect(unseen).toEqual(["thinking", "tool_result", "assistant_text", "tool_call"]);
    expect(sessions[0]?.meta).toMatchObject({ model: "lab/model-3", outcome: "unknown" });
  });

  it("is recognised behind a submission that is longer than the beginning of a file", async () => {
    const info = { submission: "+ line\n".repeat(HEAD_CHARS / 4), model_stats: {} };
    const run = { info, messages: [], trajectory_format: "mini-swe-agent-1" };
    const { sniff } = await textFile("run.traj.json", JSON.stringify(run));
    expect(chooseImporter(sniff).importer?.id).toBe("mini_swe_agent");
  });
});
