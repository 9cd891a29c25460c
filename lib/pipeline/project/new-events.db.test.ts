import { expect, it } from "vitest";
import { makeSessionKey } from "@/lib/db/session-id";
import { deriveSession } from "@/lib/pipeline/derive/derive-session";
import { ingestModelCalls } from "@/lib/pipeline/receive/telemetry/model-calls";
import { freshProject, testDatabase } from "@/lib/testing/database";
import { derivedRows } from "@/lib/testing/derived-rows";
import { projectStreams } from "./project-streams";

const db = testDatabase();

const CONVERSATIONS = 25;
const ROUNDS = 3;

function call(session: string, round: number): { readonly value: unknown } {
  const said = (i: number) => `message ${i} of ${session}: ${"what the order desk said of it ".repeat(8)}`;
  const messages = Array.from({ length: 2 * round + 1 }, (_, i) => ({
    role: i % 2 === 0 ? "user" : "assistant",
    content: said(i),
  }));
  const message = { role: "assistant", content: said(2 * round + 1) };
  return {
    value: {
      id: `${session}-${round}`,
      session,
      request: { model: "gpt-5-mini", messages },
      response: { id: `a-${session}-${round}`, choices: [{ message, finish_reason: "stop" }] },
    },
  };
}

it("is the same for many conversations that go on at once as for each by itself", async () => {
  const [together, apart] = [freshProject(), freshProject()];
  const sessions = Array.from({ length: CONVERSATIONS }, (_, i) => `conversation-${i}`);
  for (let round = 0; round < ROUNDS; round++) {
    const now = sessions.slice(0, CONVERSATIONS - ROUNDS + round + 1);
    for (const session of now) {
      const turn = round - Math.max(0, sessions.indexOf(session) - (CONVERSATIONS - ROUNDS));
      await ingestModelCalls(db, together, [call(session, turn)], 1_000);
      await ingestModelCalls(db, apart, [call(session, turn)], 1_000);
      await projectStreams(db, apart, []);
    }
    const { changed } = await projectStreams(db, together, []);
    expect([...changed].sort()).toEqual(now.map((session) => makeSessionKey(together, session)).sort());
  }
  for (const session of sessions) {
    const [mine, other] = [makeSessionKey(together, session), makeSessionKey(apart, session)];
    for (const key of [mine, other]) await deriveSession(db, key);
    const { turn, ...rows } = await derivedRows(db, mine);
    const { turn: otherTurn, ...others } = await derivedRows(db, other);
    expect(turn).toHaveLength(otherTurn?.length ?? 0);
    expect(turn?.length).toBeGreaterThan(0);
    expect({ blocks: rows.block, residencies: rows.residency }).toEqual({
      blocks: others.block,
      residencies: others.residency,
    });
  }
});
