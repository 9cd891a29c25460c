import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { FindingRule } from "@/lib/core/findings/rule/rule";
import type { Declaration } from "@/lib/core/trace/fact";
import { declareFact, declareTimeFact } from "@/lib/core/trace/fact";
import { freshProject, testDatabase } from "@/lib/testing/database";

/**
 * The law of facts: what is declared of a turn, a block, an entry of a window, the cause of an eviction, a compaction or a finding
 * comes back from everywhere, without another line. Facts more are declared here, for this file only, and drawn values of them are sent.
 */
const FACTS = {
  Figure: declareFact(z.number(), "a drawn figure"),
  Text: declareFact(z.string().max(200), "a drawn text"),
  List: declareFact(z.array(z.strictObject({ word: z.string(), count: z.int() })), "a drawn list"),
};
/** Answers have facts of a block and of its entry side by side, so those of an entry have names of their own. */
const named = (kind: string) =>
  Object.fromEntries(Object.entries(FACTS).map(([name, one]) => [`${kind}${name}`, one]));
const OF_TURN: Declaration = { ...named("drawn"), drawnTime: declareTimeFact("a drawn time") };
const OF_BLOCK: Declaration = named("drawn");
const OF_ENTRY: Declaration = named("entry");
const OF_CAUSE: Declaration = named("drawn");
const OF_COMPACTION: Declaration = named("cut");
/** What every finding of this file says. */
const SAID = {
  drawnFigure: 4.5,
  drawnText: "abcdefgh12345678",
  drawnList: [{ word: "ijklmnop12345678", count: 3 }],
};

const DECLARED = {
  "@/lib/core/trace/turn-facts": { TURN_FACTS: OF_TURN },
  "@/lib/core/trace/block-facts": { BLOCK_FACTS: OF_BLOCK, ENTRY_FACTS: OF_ENTRY },
  "@/lib/core/trace/cause-facts": { CAUSE_FACTS: OF_CAUSE, COMPACTION_FACTS: OF_COMPACTION },
  "@/lib/core/findings/rule/finding-facts": { FINDING_FACTS: OF_BLOCK },
};
const RULES_IN = "@/lib/core/findings/registry";

type Drawn = Readonly<Record<string, unknown>>;

const word = fc.stringMatching(/^[a-z]{8}[0-9]{8}$/);
const figure = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e9, max: 1e9 }).map((n) => n || 0);
const list = fc.array(fc.record({ word, count: fc.integer({ min: 0, max: 1_000 }) }), { maxLength: 3 });
const time = fc
  .date({ min: new Date("2020-01-01"), max: new Date("2030-01-01"), noInvalidDate: true })
  .map((date) => date.toISOString());
const some = <T>(of: Readonly<Record<string, fc.Arbitrary<T>>>): fc.Arbitrary<Drawn> =>
  fc.record(of, { requiredKeys: [] });

/**
 * What is stated at a turn: of it, of the block that comes in, of how that stands, and of the answer. At each turn but the first, the
 * question of the turn before leaves: alone, or in a compaction, with a cause.
 */
interface DrawnTurn {
  readonly turn: Drawn;
  readonly block: Drawn;
  readonly entry: Drawn;
  readonly output: Drawn;
  readonly cause: Drawn;
  /** `null` where the question leaves alone. */
  readonly compaction: Drawn | null;
}
const ofBlock = { drawnFigure: figure, drawnText: word, drawnList: list };
const drawnTurn: fc.Arbitrary<DrawnTurn> = fc.record({
  turn: some<unknown>({ ...ofBlock, drawnTime: time }),
  block: some<unknown>(ofBlock),
  entry: some<unknown>({ entryFigure: figure, entryText: word, entryList: list }),
  output: some<unknown>(ofBlock),
  cause: some<unknown>(ofBlock),
  compaction: fc.option(some<unknown>({ cutFigure: figure, cutText: word, cutList: list })),
});

const db = testDatabase();

/** The program with the facts above: its modules are loaded anew, because schemas are made as they are loaded. */
async function programWithMore() {
  vi.resetModules();
  for (const [file, more] of Object.entries(DECLARED))
    vi.doMock(file, async (load) => {
      const real = await load<Record<string, object>>();
      const declared = Object.entries(more).map(([name, facts]) => [name, { ...real[name], ...facts }]);
      return { ...real, ...Object.fromEntries(declared) };
    });
  vi.doMock(RULES_IN, () => ({ FINDING_RULES: [ruleOfTest()] }));
  return {
    ...(await import("@/lib/core/trace/parse-event")),
    ...(await import("@/lib/db/log/append")),
    ...(await import("@/lib/db/session-id")),
    ...(await import("@/lib/pipeline/derive/derive-session")),
    ...(await import("@/lib/pipeline/analyse/analyse-session")),
    ...(await import("@/lib/api/endpoints/window")),
    ...(await import("@/lib/api/endpoints/shares")),
    ...(await import("@/lib/api/endpoints/block")),
    ...(await import("@/lib/api/endpoints/findings")),
    compactionsRoute: (await import("@/lib/api/endpoints/compactions")).listCompactions,
    compactionsOf: (await import("@/lib/queries/session/list-compactions")).listCompactions,
    windowAtTurn: (await import("./get-window")).buildWindowAtTurn,
    blockOf: (await import("./get-block")).buildBlock,
    findingsOf: (await import("@/lib/queries/findings/list-findings")).listFindings,
    ...(await import("@/lib/queries/session/export-session")),
    ...(await import("@/lib/queries/reading/find-recording")),
    ...(await import("@/lib/queries/shares/redacted")),
    ...(await import("@/lib/replay/choose-policy")),
    ...(await import("@/lib/replay/recorded")),
    ...(await import("@/lib/replay/replayer")),
    ...(await import("@/lib/replay/windows/source")),
  };
}

/** A rule that finds something in every session, and says the facts of this file of it. */
function ruleOfTest(): FindingRule {
  const found = { from: 0, to: 0, blocks: [], numbers: {}, sentence: "It was drawn.", ...SAID };
  return {
    code: "test.drawn",
    family: "lint",
    title: "Drawn",
    severity: null,
    advice: "None.",
    source: "this file",
    seenIn: { run: "refund", on: "2026-11-28" },
    find: () => [{ ...found, proof: { view: "overview", turn: 0 } }],
  };
}

let program: Awaited<ReturnType<typeof programWithMore>>;

beforeAll(async () => {
  program = await programWithMore();
});

afterAll(() => {
  for (const file of [...Object.keys(DECLARED), RULES_IN]) vi.doUnmock(file);
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
  await program.deriveSession(db, program.makeSessionKey(project, session));
  return factsRead(project, session);
}

/** @param isEdited whether the session has the edits that were stated: a policy makes its own */
async function factsRead(project: string, session: string, isEdited = true): Promise<DrawnTurn[]> {
  const answered = await program.compactionsOf(db, project, session);
  const { compactions } = program.compactionsRoute.response.parse(JSON.parse(JSON.stringify(answered)));
  const turns = await db.turn.findMany({
    where: { sessionId: program.makeSessionKey(project, session) },
    orderBy: { turn: "asc" },
    select: { turn: true },
  });
  return Promise.all(
    turns.map(async ({ turn: of }) => {
      const window = await windowRead(project, session, of);
      const user = await blockRead(project, session, `user-${of}`);
      const answer = await blockRead(project, session, `answer-${of}`);
      const entry = window.entries.find(({ blockId }) => blockId === `user-${of}`);
      if (entry === undefined) throw new Error(`user-${of} is not in its window`);
      const left =
        of === 0 || !isEdited ? undefined : window.left.find((one) => one.blockId === `user-${of - 1}`);
      const compaction = isEdited
        ? compactions.find((one) => one.is === "compaction" && one.turn === of)
        : undefined;
      const read = {
        cause: told(OF_CAUSE, left?.cause ?? NOT_STATED),
        compaction: compaction === undefined ? null : told(OF_COMPACTION, compaction),
        turn: told(OF_TURN, window.turn),
        block: told(OF_BLOCK, user.block),
        entry: told(OF_ENTRY, entry),
        output: told(OF_BLOCK, answer.block),
      };
      if (compaction !== undefined)
        expect(told(OF_CAUSE, compaction.cause), "the cause of a compaction").toEqual(read.cause);
      expect(told(OF_BLOCK, entry), "the block where it stands").toEqual(read.block);
      expect(told(OF_ENTRY, user.residencies[0] ?? {}), "the entry in the block's life").toEqual(read.entry);
      return read;
    }),
  );
}

async function windowRead(project: string, session: string, of: number) {
  const query = program.getWindow.query.parse({});
  const answer = await program.windowAtTurn(db, project, session, { ...query, of });
  return program.getWindow.response.parse(JSON.parse(JSON.stringify(answer)));
}

async function blockRead(project: string, session: string, block: string) {
  const query = program.getBlock.query.parse({});
  const answer = await program.blockOf(db, project, session, { ...query, block });
  return program.getBlock.response.parse(JSON.parse(JSON.stringify(answer)));
}

/** The drawn facts of a thing as an answer has them. What is not stated is null there. */
function told(declared: Declaration, thing: object): Drawn {
  const all = thing as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    Object.keys(declared).flatMap((name) => {
      if (!(name in all)) throw new Error(`${name} is not in the answer`);
      return all[name] === null ? [] : [[name, all[name]]];
    }),
  );
}

/** Where nothing left, nothing is said of a cause. */
const NOT_STATED = Object.fromEntries(Object.keys(OF_CAUSE).map((name) => [name, null]));

function linesOf(facts: readonly DrawnTurn[]): object[] {
  return facts.flatMap(({ turn: ofTurn, block, entry, output, cause, compaction }, turn) => {
    const at = new Date(Date.UTC(2026, 0, 1, 0, turn)).toISOString();
    const before = `user-${turn - 1}`;
    const edit = {
      id: `edit-${turn}`,
      type: "context.edited",
      at,
      turn,
      how: compaction === null ? "cleared" : "compacted",
      blocks: [before],
      ...cause,
      ...compaction,
    };
    const recorded = {
      id: `turn-${turn}`,
      type: "turn.recorded",
      at,
      turn,
      window: {
        append: [
          { id: `user-${turn}`, kind: "user_message", content: `question ${turn}`, ...block, ...entry },
        ],
        ...(turn > 0 && { remove: [before] }),
      },
      output: [{ id: `answer-${turn}`, kind: "assistant_text", content: `answer ${turn}`, ...output }],
      ...ofTurn,
    };
    return turn === 0 ? [recorded] : [edit, recorded];
  });
}

describe("a fact that is declared of turns, blocks, entries, causes, compactions or findings", () => {
  it("comes back from API, export, rebuild, replays and shares, whatever its value", async () => {
    let number = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(drawnTurn, { minLength: 1, maxLength: 4 }), async (facts) => {
        const stated = facts.map((one, turn) => {
          const drawn = JSON.parse(JSON.stringify(one)) as DrawnTurn;
          return turn === 0 ? { ...drawn, ...NO_EDIT } : drawn;
        });
        const project = freshProject();
        const session = `of-facts-${number++}`;
        expect(await received(project, session, linesOf(stated)), "API").toEqual(stated);

        const key = program.makeSessionKey(project, session);
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
      { numRuns: 5 },
    );
  });
});

/** Of a turn at which nothing leaves. */
const NO_EDIT: Pick<DrawnTurn, "cause" | "compaction"> = { cause: {}, compaction: null };

async function expectReplays(project: string, session: string, stated: readonly DrawnTurn[]): Promise<void> {
  const recording = await program.findRecording(db, project, session);
  const source = program.readSource(recording);
  const choice = program.policyChoiceSchema.parse({ kind: "keep-last-n", options: { n: 2 } });
  const chosen = program.choosePolicy(choice);
  if (!chosen.ok || chosen.policy === null) throw new Error("the policy is known");
  const { policy, options } = chosen;
  for (const replay of [program.replayRecorded(source), program.replay(source, { policy, options })]) {
    await program.appendEvents(db, project, replay.events, "replace");
    const { externalId } = replay.session.meta;
    await program.deriveSession(db, program.makeSessionKey(project, externalId));
    const isEdited = replay.policy.kind === "recorded";
    expect(await factsRead(project, externalId, isEdited), `replay under ${replay.policy.kind}`).toEqual(
      isEdited ? stated : stated.map((one) => ({ ...one, ...NO_EDIT })),
    );
  }
}

/** Without content, figures and times stay, and every text is a number. */
async function expectShares(project: string, session: string, stated: readonly DrawnTurn[]): Promise<void> {
  for (const [turn, drawn] of stated.entries()) {
    const given = await shared(project, session, `/turns/${turn}`);
    interface Given {
      readonly turn: object;
      readonly entries: Drawn[];
      readonly output: Drawn[];
      readonly left: { readonly cause: Drawn }[];
    }
    const { window } = given as { window: Given };
    const [left] = window.left;
    if (left !== undefined) expectNumbers(told(OF_CAUSE, left.cause), drawn.cause, given);
    const entry = window.entries.at(-1) ?? {};
    expectNumbers(told(OF_TURN, window.turn), drawn.turn, given);
    expectNumbers(told(OF_BLOCK, entry), drawn.block, given);
    expectNumbers(told(OF_ENTRY, entry), drawn.entry, given);
    expectNumbers(told(OF_BLOCK, window.output[0] ?? {}), drawn.output, given);
  }
  const { findings } = await program.findingsOf(db, project, session, program.listFindings.query.parse({}));
  expect(
    findings.map((one) => told(OF_BLOCK, one)),
    "findings",
  ).toEqual([SAID]);
  const given = await shared(project, session, "");
  const found = (given as { findings: { findings: Drawn[] } }).findings.findings;
  expectNumbers(told(OF_BLOCK, found[0] ?? {}), SAID, given);
}

async function shared(project: string, session: string, path: string): Promise<object> {
  const body = program.previewBody.parse({ page: { path, search: "" }, content: "off" });
  const { snapshot } = await program.redactSnapshot(db, project, session, body);
  return (snapshot as unknown as { given: object }).given;
}

function expectNumbers(shown: Drawn, drawn: Drawn, everywhere: object): void {
  expect(Object.keys(shown), "share").toEqual(Object.keys(drawn));
  const all = JSON.stringify(everywhere);
  for (const [name, value] of Object.entries(drawn)) {
    if (typeof value === "number" || name.endsWith("Time")) expect(shown[name]).toEqual(value);
    if (name.endsWith("Text")) expect(all).not.toContain(value);
    if (!Array.isArray(value)) continue;
    const items = value as { word: string; count: number }[];
    expect((shown[name] as typeof items).map(({ count }) => count)).toEqual(items.map(({ count }) => count));
    for (const one of items) expect(all).not.toContain(one.word);
  }
}
