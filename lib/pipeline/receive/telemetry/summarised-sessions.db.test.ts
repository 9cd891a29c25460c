import { expect, it } from "vitest";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { testWorker, worked } from "@/lib/testing/worker";
import { makeSessionKey } from "@/lib/db/session-id";
import { ingestModelCalls } from "./model-calls";
import { joinSummarised } from "./summarised-sessions";
import { requestSummaryOf } from "@/lib/importers/otel/raw/request-summary";
import type { InputCall } from "./take-calls";

testWorker();
const db = testDatabase();

const SUMMARY = { type: "compaction", content: "What was said so far, in a few words. ".repeat(8) };
const first = {
  request: { model: "claude-x", max_tokens: 9, messages: [{ role: "user", content: "Tell me of the sea." }] },
  response: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    content: [SUMMARY, { type: "text", text: "It is wide." }],
  },
};
const second = {
  request: {
    model: "claude-x",
    max_tokens: 9,
    messages: [
      { role: "assistant", content: [SUMMARY, { type: "text", text: "It is wide." }] },
      { role: "user", content: "And deep?" },
    ],
  },
  response: { id: "msg_2", type: "message", role: "assistant", content: [{ type: "text", text: "Very." }] },
};

it("puts a call that begins with a summary into the session that it sums up, which nothing else names", async () => {
  const project = freshProject();
  for (const [i, call] of [first, second].entries())
    await ingestModelCalls(db, project, [
      { value: { provider: "anthropic", startedAt: 1_770_000_000_000 + i, ...call } },
    ]);
  await worked(db, project);
  const sessions = await db.session.findMany({ where: { projectId: project } });
  expect(sessions).toHaveLength(1);
  const [{ externalId } = { externalId: "" }] = sessions;
  expect(
    await db.event.count({
      where: { sessionId: makeSessionKey(project, externalId), id: { contains: "turn-" } },
    }),
  ).toBe(2);
});

it("finds that session in what is stored, too", async () => {
  const project = freshProject();
  const value = { provider: "anthropic", session: "stored", startedAt: 1_770_000_000_000, ...first };
  await ingestModelCalls(db, project, [{ value }]);
  const { leaves: _leaves, ...summary } = requestSummaryOf(second.request, second.response) ?? { leaves: [] };
  const calls = [{ session: "calls-other" } as InputCall];
  await joinSummarised(db, `${project}`, calls, [{ ...summary, leaves: [] } as never]);
  expect(calls[0]?.session).toBe("stored");
});
