import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { DeclaredFact } from "@/lib/core/trace/fact";
import { fact, timeFact } from "@/lib/core/trace/fact";
import { freshProject, testDatabase } from "@/lib/testing/database";

/**
 * The law of facts: what is declared of a turn comes back from everywhere, without another line. Four facts more are
 * declared here, for this file only, and drawn values of them are sent.
 */
const MORE = {
  drawnFigure: fact(z.number(), "a drawn figure"),
  drawnText: fact(z.string().max(200), "a drawn text"),
  drawnList: fact(z.array(z.strictObject({ word: z.string(), count: z.int() })), "a drawn list"),
  drawnTime: timeFact("a drawn time"),
} satisfies Record<string, DeclaredFact<z.ZodType, unknown, unknown>>;
const NAMES = Object.keys(MORE) as (keyof typeof MORE)[];

const DECLARED_IN = "@/lib/core/trace/turn-facts";

interface Drawn {
  readonly drawnFigure?: number | undefined;
  readonly drawnText?: string | undefined;
  readonly drawnList?: readonly { readonly word: string; readonly count: number }[] | undefined;
  readonly drawnTime?: string | undefined;
}

const word = fc.stringMatching(/^[a-z]{8}[0-9]{8}$/);
const drawn: fc.Arbitrary<Drawn> = fc.record(
  {
    drawnFigure: fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((n) => n || 0),
    drawnText: word,
    drawnList: fc.array(fc.record({ word, count: fc.integer({ min: 0, max: 1_000 }) }), { maxLength: 3 }),
    drawnTime: fc
      .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
      .map((date) => date.toISOString()),
  },
  { requiredKeys: [] },
);

const db = testDatabase();

/** The program with the facts above: its modules are loaded anew, because schemas are made as they are loaded. */
async function programWithMore() {
  vi.resetModules();
  vi.doMock(DECLARED_IN, async (load) => {
    const real = await load<{ TURN_FACTS: object }>();
    return { ...real, TURN_FACTS: { ...real.TURN_FACTS, ...MORE } };
  });
  return {
    ...(await import("@/lib/core/trace/parse-event")),
    ...(await import("@/lib/db/log/append")),
    ...(await import("@/lib/db/session-id")),
    ...(await import("@/lib/pipeline/derive/derive-session")),
    ...(await import("@/lib/pipeline/analyse/analyse-session")),
    ...(await import("@/lib/api/endpoints/window")),
    ...(await import("@/lib/api/endpoints/shares")),
    windowAtTurn: (await import("./get-window")).windowAtTurn,
    ...(await import("@/lib/queries/session/export-session")),
    ...(await import("@/lib/queries/reading/find-recording")),
    ...(await import("@/lib/queries/shares/redacted")),
    ...(await import("@/lib/replay/choose-policy")),
    ...(await import("@/lib/replay/recorded")),
    ...(await import("@/lib/replay/replayer")),
    ...(await import("@/lib/replay/windows/source")),
  };
}

let program: Awaited<ReturnType<typeof programWithMore>>;

beforeAll(async () => {
  program = await programWithMore();
});

afterAll(() => {
  vi.doUnmock(DECLARED_IN);
  vi.resetModules();
});

/** Sends lines of an export, derives the session, and returns what the API says of its turns. */
async function received(project: string, session: string, lines: readonly object[]) {
  const events = lines.map((line) => {
    const parsed = program.parseEvent({ ...line, session });
    if (!parsed.ok) throw new Error(`${parsed.issue.path}: ${parsed.issue.message}`);
    return parsed.event;
  });
  await program.appendEvents(db, project, events, "refuse");
  await program.deriveSession(db, program.sessionKey(project, session));
  return factsRead(project, session);
}

async function factsRead(project: string, session: string): Promise<Drawn[]> {
  const turns = await db.turn.findMany({
    where: { sessionId: program.sessionKey(project, session) },
    orderBy: { turn: "asc" },
    select: { turn: true },
  });
  const query = program.getWindow.query.parse({});
  return Promise.all(
    turns.map(async ({ turn }) => {
      const answer = await program.windowAtTurn(db, project, session, { ...query, of: turn });
      return told(program.getWindow.response.parse(JSON.parse(JSON.stringify(answer))).turn);
    }),
  );
}

/** The drawn facts of a turn as an answer has them. What is not stated is null there. */
function told(turn: object): Drawn {
  const all = turn as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    NAMES.flatMap((name) => {
      if (!(name in all)) throw new Error(`${name} is not in the answer`);
      return all[name] === null ? [] : [[name, all[name]]];
    }),
  );
}

function linesOf(facts: readonly Drawn[]): object[] {
  return facts.map((one, turn) => ({
    id: `turn-${turn}`,
    type: "turn.recorded",
    at: new Date(Date.UTC(2026, 0, 1, 0, turn)).toISOString(),
    turn,
    window: { append: [{ id: `user-${turn}`, kind: "user_message", content: `question ${turn}` }] },
    output: [{ id: `answer-${turn}`, kind: "assistant_text", content: `answer ${turn}` }],
    ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
  }));
}

describe("a fact that is declared of turns", () => {
  it("comes back from API, export, rebuild, replays and shares, whatever its value", async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { minLength: 1, maxLength: 4 }), async (facts) => {
        const stated = facts.map((one) => JSON.parse(JSON.stringify(one)) as Drawn);
        const project = freshProject();
        const session = `of-facts-${number++}`;
        expect(await received(project, session, linesOf(facts)), "API").toEqual(stated);

        const key = program.sessionKey(project, session);
        const { text } = await program.exportSession(db, project, session);
        let exported = "";
        for await (const piece of text) exported += piece;
        const again = exported
          .trim()
          .split("\n")
          .map((line) => JSON.parse(line) as object);
        expect(await received(project, `${session}-again`, again), "export").toEqual(stated);

        await program.deriveSession(db, key, { rebuild: true });
        expect(await factsRead(project, session), "rebuild").toEqual(stated);

        await program.analyseSession(db, key);
        await expectReplays(project, session, stated);
        await expectShares(project, session, stated);
      }),
      { numRuns: 8 },
    );
  });
});

async function expectReplays(project: string, session: string, stated: readonly Drawn[]): Promise<void> {
  const recording = await program.findRecording(db, project, session);
  const source = program.readSource(recording);
  const choice = program.policyChoiceSchema.parse({ kind: "keep-last-n", options: { n: 2 } });
  const chosen = program.choosePolicy(choice);
  if (!chosen.ok || chosen.policy === null) throw new Error("the policy is known");
  const { policy, options } = chosen;
  for (const replay of [program.replayRecorded(source), program.replay(source, { policy, options })]) {
    await program.appendEvents(db, project, replay.events, "replace");
    const { externalId } = replay.session.meta;
    await program.deriveSession(db, program.sessionKey(project, externalId));
    expect(await factsRead(project, externalId), `replay under ${replay.policy.kind}`).toEqual(stated);
  }
}

/** Without content, figures and times stay, and every text is a number. */
async function expectShares(project: string, session: string, stated: readonly Drawn[]): Promise<void> {
  for (const [turn, { drawnFigure, drawnText, drawnList, drawnTime }] of stated.entries()) {
    const page = { path: `/turns/${turn}`, search: "" };
    const body = program.previewBody.parse({ page, content: "off" });
    const { snapshot } = await program.redacted(db, project, session, body);
    const shown = told(turnIn(snapshot));
    expect([shown.drawnFigure, shown.drawnTime], "share").toEqual([drawnFigure, drawnTime]);
    expect(shown.drawnText === undefined).toBe(drawnText === undefined);
    expect(shown.drawnList?.map(({ count }) => count)).toEqual(drawnList?.map(({ count }) => count));
    const words = [drawnText ?? [], drawnList?.map((one) => one.word) ?? []].flat();
    for (const text of words) expect(JSON.stringify(snapshot)).not.toContain(text);
  }
}

function turnIn(snapshot: unknown): object {
  const { given } = snapshot as { given: { window: { turn: object } } };
  return given.window.turn;
}
