import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import type { Session } from "@/lib/core/trace/session";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { windowIds } from "@/lib/testing/drawn/draw-session";
import { corpusSession, importCorpusEntry } from "@/lib/testing/corpus/import-corpus";

noteMissingCorpus("what is known of recorded sessions");

const FA812BFE = "claude_code/spotter-fa812bfe/fa812bfe-b295-4cca-9c2f-fdf01028cb46.jsonl";
const AE4A77F8 = "claude_code/spotter-ae4a77f8/ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl";
const BASTION = "claude_code/bastion-3065c678-zero-usage.jsonl";
const PLAN_MODE = "claude_code/spotter-subagent-planmode.jsonl";
const PI_COMPACT = "pi/pi-compact-2638daee.jsonl";
const PI_LARGE = "pi/pi-large-session-d703a1a9.jsonl";
const LRU = "openclaw/lru_demo/b2e732c1-5f16-4ebe-ba84-0a11adc45c66.jsonl";
const DISPATCHER = "openclaw/lru_demo/fa3418b0-4e73-4618-ad41-4e061bec3d94.jsonl";

function readAgain(session: Session, compaction: number): Map<string, number> {
  const boundary = session.compactions[compaction]?.turn ?? 0;
  const reads = session.blocks.flatMap(({ kind, origin, createdTurn }) =>
    kind === "tool_result" && origin?.path !== undefined
      ? [{ path: origin.path, after: (createdTurn ?? -1) >= boundary }]
      : [],
  );
  const before = new Set(reads.filter(({ after }) => !after).map(({ path }) => path));
  const again = new Map<string, number>();
  for (const { path, after } of reads)
    if (after && before.has(path)) again.set(path, (again.get(path) ?? 0) + 1);
  return again;
}

describe.skipIf(!hasCorpus)("compactions", () => {
  it.each([
    { file: FA812BFE, trigger: "auto", before: 166_874, after: 32_015, reported: 167_117 },
    { file: AE4A77F8, trigger: "manual", before: 141_787, after: 45_263, reported: 142_431 },
  ])(
    "$file was compacted once, from $before to $after",
    async ({ file, trigger, before, after, reported }) => {
      const session = await corpusSession(file);
      expect(session.compactions).toMatchObject([
        {
          trigger,
          tokensBefore: { value: before, provenance: "measured" },
          tokensAfter: { value: after, provenance: "measured" },
          cause: { provenance: "reported", numbers: { reportedTokensBefore: reported } },
        },
      ]);
      const removed = session.evictions.filter(({ how }) => how === "compacted").length;
      expect(removed).toBeGreaterThan(0);
      expect(session.compactions[0]?.removed).toBe(removed);
    },
  );

  it("of pi-compact: the first keeps a tail, the second is the last record", async () => {
    const session = await corpusSession(PI_COMPACT);
    expect(session.compactions).toMatchObject([
      { turn: 333, tokensBefore: { value: 184_481 }, tokensAfter: { value: 32_562 } },
      { turn: 504, tokensBefore: { value: 131_117 }, tokensAfter: { value: null } },
    ]);
    const window = windowIds(session, 333);
    expect(window[0]).toBe("summary:669");
    // Record 573, the first one kept, is an answer that only calls a tool; record 670 is the user's next message.
    expect(window[1]).toBe("call:toolu_01LQqA2C3y1MhtM81dWvgtcR");
    expect(window.at(-1)).toBe("user:670");
    expect(session.compactions.every(({ removed }) => removed > 0)).toBe(true);
  });

  it("of the OpenClaw session keeps the summary only", async () => {
    const session = await corpusSession(LRU);
    expect(session.compactions).toMatchObject([
      { turn: 25, tokensBefore: { value: 78_997 }, tokensAfter: { value: 29_757 } },
    ]);
    expect(windowIds(session, 25)).toEqual(["summary:b9a9a5bb", "user:4639d385"]);
  });

  it.each([
    [AE4A77F8, 5],
    [FA812BFE, 2],
    [PI_COMPACT, 9],
  ])("%s: %i files are read again afterwards", async (file, count) => {
    const again = readAgain(await corpusSession(file), 0);
    expect(again.size).toBe(count);
    if (file !== PI_COMPACT) return;
    const hooks = [...again].find(([path]) => path.endsWith("docs/hooks.md"));
    expect(hooks?.[1]).toBe(10);
  });
});

describe.skipIf(!hasCorpus)("evictions of files that are read again", () => {
  // Six of the nine were read in the same lines in the tail that pi-compact kept, so they had not left.
  it.each([
    [AE4A77F8, 5],
    [FA812BFE, 2],
    [PI_COMPACT, 3],
  ])("%s: %i files say when they were fetched again", async (file, count) => {
    const session = await corpusSession(file);
    const again = session.evictions.filter(({ refetchedTurn, turn }) => (refetchedTurn ?? -1) >= turn);
    const paths = new Set(again.flatMap(({ block }) => session.blocks[block]?.origin?.path ?? []));
    expect(paths.size).toBe(count);
    expect(again.every(({ reenteredTurn }) => reenteredTurn === null)).toBe(true);
  });
});

describe.skipIf(!hasCorpus)("calls without a figure", () => {
  it.each([BASTION, PI_LARGE])("make no eviction in %s", async (file) => {
    expect((await corpusSession(file)).evictions).toEqual([]);
  });

  it("make no eviction beside the compaction in pi-compact", async () => {
    const session = await corpusSession(PI_COMPACT);
    expect(new Set(session.evictions.map(({ turn }) => turn))).toEqual(new Set([333]));
  });
});

describe.skipIf(!hasCorpus)("runs that started from an older state", () => {
  /**
   * Call numbers of the replies to the notices, the heartbeat and the user in records 38 to 58 of the file.
   */
  const [PYTHON, JAVA, RUST, HEARTBEAT, USER, FIRST_LOOK] = [10, 11, 12, 13, 14, 15] as const;

  it("see nothing of each other, and the session does not see them", async () => {
    const session = await corpusSession(LRU);
    const before = windowIds(session, PYTHON);
    expect(before.at(-1)).toBe("attachment:da3cb9e4");
    expect(windowIds(session, JAVA)).toEqual(before);
    expect(windowIds(session, RUST)).toEqual(before);
    expect(windowIds(session, HEARTBEAT)).toEqual([...before, "attachment:ef49ca88"]);
    expect(windowIds(session, USER).slice(before.length)).toEqual([
      "attachment:ef49ca88",
      "text:060aee63",
      "user:d8a71e90",
    ]);
    expect(session.turns.map(({ windowProvenance }) => windowProvenance).indexOf("inferred")).toBe(JAVA);
    expect(session.turns[FIRST_LOOK]?.toolCalls).toBe(1);
  });

  it("balance the books: what no block accounts for is the same as before the session waited", async () => {
    const session = await corpusSession(LRU);
    const residual = (turn: number) => session.turns[turn]?.window.residual ?? Number.NaN;
    const fixed = residual(PYTHON - 1);
    for (const turn of [HEARTBEAT, USER, FIRST_LOOK, 20, 24])
      expect(Math.abs(residual(turn) - fixed)).toBeLessThan(400);
    // The file lacks the notices that started these runs. They are the missing part.
    for (const turn of [PYTHON, JAVA, RUST]) expect(residual(turn) - fixed).toBeGreaterThan(1_000);
  });

  it("are taken as they are where the file has leaf records", async () => {
    const session = await corpusSession(DISPATCHER);
    expect(windowIds(session, 3)).toEqual(windowIds(session, 2));
    expect(windowIds(session, 4)).toEqual(windowIds(session, 2));
    expect(session.turns.every(({ windowProvenance }) => windowProvenance === "measured")).toBe(true);
  });
});

describe.skipIf(!hasCorpus)("sessions of one folder", () => {
  async function parentsIn(folder: string) {
    const imported = await importCorpusEntry(folder);
    const metas = [...(imported?.sessions.values() ?? [])].map((events) => foldSession(events).meta);
    const children = metas.filter(({ parent }) => parent !== null);
    return Object.fromEntries(
      children.map(({ externalId, role, parent }) => [externalId, { role, ...parent }]),
    );
  }

  it("agents of a Claude Code session are linked to the calls that started them", async () => {
    const session = "fa812bfe-b295-4cca-9c2f-fdf01028cb46";
    expect(await parentsIn("claude_code/spotter-fa812bfe")).toEqual({
      [`${session}:agent-a93ccab`]: {
        role: "subagent",
        session,
        toolCallId: "toolu_01Y64XEaRvUYinzv9rW9qZXd",
      },
      [`${session}:agent-aa84377`]: {
        role: "subagent",
        session,
        toolCallId: "toolu_013mmyY3eDBg4Ji6oAszYt6p",
      },
      [`${session}:agent-acompact-70d8e7`]: { role: "side", session, toolCallId: null },
    });
  });

  it("agents of an OpenClaw session are linked by the ids of a notice or by their task", async () => {
    const session = "b2e732c1-5f16-4ebe-ba84-0a11adc45c66";
    const role = "subagent";
    expect(await parentsIn("openclaw/lru_demo")).toEqual({
      "67338ccc-d67b-4b4b-8ae9-2ddd38f820ef": { role, session, toolCallId: "toolu_019atEnzb9pE2uSamh2PWj7m" },
      "c42863ec-40d4-4b06-a4ec-e8380da8305f": { role, session, toolCallId: "toolu_01JUUZgyXtqP4md89Bhj8Yio" },
      "fa3418b0-4e73-4618-ad41-4e061bec3d94": { role, session, toolCallId: "toolu_014ipTky95MzkRmaomTRaSsZ" },
    });
  });
});

describe.skipIf(!hasCorpus)("hidden rows of Claude Code", () => {
  it("are in the window: with them, what no block accounts for is what it is in other sessions", async () => {
    const [planMode, other] = [await corpusSession(PLAN_MODE), await corpusSession(FA812BFE)];
    const fixed = (session: Session) => session.turns[0]?.window.residual ?? Number.NaN;
    const hidden = planMode.blocks.find(({ label }) => label === "hidden message");
    expect(hidden?.versions[0]?.tokens).toBeGreaterThan(2_000);
    expect(Math.abs(fixed(planMode) - fixed(other))).toBeLessThan(1_000);
  });
});
