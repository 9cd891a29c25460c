import { expect, it, describe } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { claudeCode } from ".";

const SESSION = "c1a0de00-0000-4000-8000-000000000001";

function rows(...list: ({ uuid: string } & Record<string, unknown>)[]): string {
  return list
    .map((row, i) => ({
      parentUuid: list[i - 1]?.uuid ?? null,
      isSidechain: false,
      sessionId: SESSION,
      ...row,
    }))
    .map((row) => JSON.stringify(row))
    .join("\n");
}
const prompt = (uuid: string, content: string) => ({
  type: "user",
  uuid,
  message: { role: "user", content },
});
const answer = (uuid: string, text: string) => ({
  type: "assistant",
  uuid,
  message: {
    id: `m-${uuid}`,
    role: "assistant",
    model: "claude-opus-4-6",
    content: [{ type: "text", text }],
    usage: {},
  },
});
const queued = (uuid: string, prompt: string) => ({
  type: "attachment",
  uuid,
  attachment: { type: "queued_command", prompt },
});

describe("a notice of the program", () => {
  it("is no message of the user, whether it was queued or stands in a message", async () => {
    const text = rows(
      prompt("u1", "Begin the work."),
      answer("a1", "Begun."),
      queued("q1", "<task-notification>\n<task-id>b1</task-id> is done now\n</task-notification>"),
      queued("q2", "And be quick about it."),
      prompt("u2", "<ide_opened_file>The user opened the file a.ts in the IDE.</ide_opened_file>"),
      answer("a2", "Yes."),
    );
    const { sessions } = await runImporter(claudeCode, [await textFile(`${SESSION}.jsonl`, text)]);
    const session = foldSession(sessions.get(SESSION) ?? []);
    expect(session.blocks.map(({ kind, label }) => [kind, label])).toEqual([
      ["user_goal", null],
      ["assistant_text", null],
      ["attachment", "task-notification"],
      ["user_message", null],
      ["attachment", "ide_opened_file"],
      ["assistant_text", null],
    ]);
  });
});

describe("a compaction", () => {
  it("says how long it took", async () => {
    const text = rows(
      prompt("u1", "Begin the work."),
      answer("a1", "Begun."),
      {
        type: "system",
        subtype: "compact_boundary",
        uuid: "c1",
        compactMetadata: { trigger: "auto", preTokens: 900, postTokens: 90, durationMs: 1234 },
      },
      { ...prompt("s1", "This is a summary."), isCompactSummary: true },
      answer("a2", "On."),
    );
    const { sessions } = await runImporter(claudeCode, [await textFile(`${SESSION}.jsonl`, text)]);
    expect(foldSession(sessions.get(SESSION) ?? []).compactions).toMatchObject([
      { trigger: "auto", cause: { numbers: { durationMs: 1234 } } },
    ]);
  });
});
