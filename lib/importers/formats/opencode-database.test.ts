import { describe, expect, it } from "vitest";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { opencodeDatabase } from "./opencode-database";

describe("a database of opencode", () => {
  it("has the sessions of version 2 and of version 1, and agents below their session", async () => {
    const { format, sessions, warnings } = await importSample("opencode-database.jsonl");
    expect(format).toBe("opencode_database");
    expect(warnings).toEqual({ other_table: 1, program_mark: 1, unfinished_compaction: 1 });
    expect(sessions.map(({ meta, turns }) => [meta.name, meta.role, turns.length])).toEqual([
      ["Dim the lamp by voice", "main", 5],
      ["Look for the dimmer", "subagent", 1],
      ["Ring the bell once", "main", 2],
    ]);
    expect(sessions.flatMap((session) => session.warnings)).toEqual([]);
  });

  it("has what was sent: the list until a compaction, and then its summary and what came after", async () => {
    const { sessions } = await importSample("opencode-database.jsonl");
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "system_rules:c7e837e0532f       |###  |
      user_goal:4a0b192d4a5c          |###  |
      attachment:9dbcd9eeaf9e         |###  |
      attachment:e3b0c44298fc         |###  |
      thinking:374963aff884           | ##  |
      assistant_text:a6dc061a87fc     | ##  |
      call:call_read1                 | ##  |
      call:call_bash1                 | ##  |
      result:call_read1               | ##  |
      result:call_bash1               | ##  |
      attachment:515d872820dc         | ##  |
      assistant_text:8b43baca6f51     |  #  |
      call:call_write1                |  #  |
      user_message:adf5c254406c       |  #  |
      compaction_summary:9899e3e7f4a6 |   ##|
      assistant_text:dbeca5e09322     |    #|"
    `);
    expect(sessions[0]?.compactions).toMatchObject([{ turn: 3, trigger: "auto" }]);
  });

  it("has each call's usage, with reasoning in the output and the cached part in the input", async () => {
    const { sessions } = await importSample("opencode-database.jsonl");
    expect(
      sessions[0]?.turns.map(({ usage, phase, error }) => [usage?.input, usage?.output, phase ?? error]),
    ).toEqual([
      [3900, 70, null],
      [3990, 40, null],
      [4100, 50, "compaction"],
      [340, 22, null],
      [undefined, undefined, "provider.rate-limit: Slow down"],
    ]);
  });

  it("takes the form with more answers where a session stands in both", async () => {
    const rows = sampleText("opencode-database.jsonl").trim().split("\n");
    const newer = (seq: number, type: string, data: object) =>
      JSON.stringify({
        table: "session_message",
        row: { id: `msg_n${seq}`, session_id: "ses_1bell", type, seq, data: JSON.stringify(data) },
      });
    const answer = {
      time: { created: 1 },
      content: [{ type: "text", text: "Ding." }],
      model: { id: "glow" },
    };
    const few = [newer(1, "user", { text: "Ring." }), newer(2, "assistant", answer)];
    const more = [3, 4].map((seq) => newer(seq, "assistant", answer));
    for (const [added, turns, left] of [
      [few, 2, few.length],
      [[...few, ...more], 3, 11],
    ] as const) {
      const file = await textFile("opencode.db", [...rows, ...added].join("\n"));
      const { sessions, warnings } = await runImporter(opencodeDatabase, [file]);
      const calls = sessions.get("ses_1bell")?.filter(({ type }) => type === "turn.recorded");
      expect([calls?.length, warnings.get("stored_twice")]).toEqual([turns, left]);
    }
  });
});
