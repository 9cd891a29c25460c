import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { trace } from "@/lib/testing/trace-builder";
import { assert } from "@/lib/core/assert";
import { analyseRecording, findAll } from "@/lib/core/findings/find";
import { orphanCall } from "@/lib/core/findings/lint/orphan-call";
import { orphanResult } from "@/lib/core/findings/lint/orphan-result";
import type { Policy } from "@/lib/policies/contract/policy";
import { findPolicy, POLICIES } from "@/lib/policies/registry";
import { findMalformations } from "@/lib/policies/contract/well-formed";
import { withPinning } from "@/lib/policies/wrappers/pinning";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Session } from "@/lib/core/trace/session";
import { replay } from "./replayer";
import { replayRecorded } from "./recorded";
import type { Replay } from "./setup";
import { readSource } from "./windows/source";

const CONTEXT_WINDOW = 3_000;
/**
 * A provider refuses a request that exceeds its window. Vendors then reduce it whatever their options say, so the window
 * is unbounded here.
 */
const UNBOUNDED = 10_000_000;

interface DrawnTurn {
  readonly user: boolean;
  readonly calls: readonly number[];
  readonly clears: boolean;
}

const drawnTurn: fc.Arbitrary<DrawnTurn> = fc.record({
  user: fc.boolean(),
  calls: fc.array(fc.integer({ min: 1, max: 400 }), { maxLength: 3 }),
  clears: fc.boolean(),
});

const drawnRecording = fc.array(drawnTurn, { minLength: 1, maxLength: 14 }).map(record);

function record(turns: readonly DrawnTurn[]): Recording {
  const story = trace("drawn", { contextWindow: CONTEXT_WINDOW });
  const results: string[] = [];
  let open: { id: string; words: number }[] = [];
  turns.forEach(({ user, calls, clears }, number) =>
    story.turn((t) => {
      if (number === 0) t.system("Answer in short sentences.").user("Find out what happened.");
      for (const { id, words } of open) t.result(id, `word${number} `.repeat(words));
      results.push(...open.map(({ id }) => `result:${id}`));
      if (user) t.user(`Go on with part ${number}.`);
      if (clears && results.length > 2) t.clear(results[0] ?? "");
      t.says(`Part ${number} is done.`);
      open = calls.map((words, i) => ({ id: `c${number}-${i}`, words }));
      for (const { id } of open) t.calls("search", { q: id }, id);
    }),
  );
  return foldRecording(story.events());
}

const under = (
  recording: Recording,
  policy: Policy,
  options: unknown = {},
  pins: readonly string[] = [],
  contextWindow = CONTEXT_WINDOW,
): Replay =>
  replay(readSource(recording), {
    policy,
    options,
    contextWindow,
    budget: contextWindow,
    signalsAt: () => ({ pins: pins.map((id) => ({ id, neededBy: "a step" })) }),
  });

const holds = (check: (recording: Recording) => void) =>
  fc.assert(fc.property(drawnRecording, check), { numRuns: 6 });

it("is the recording under its own policy", () =>
  holds((recording) => {
    const { session } = replayRecorded(readSource(recording));
    expect(session.turns).toEqual(recording.session.turns);
    expect(session.evictions).toEqual(recording.session.evictions);
  }));

describe.each(POLICIES.map((policy) => [`${policy.kind} ${policy.version}`, policy] as const))(
  "%s",
  (_name, policy) => {
    it("gives the same replay twice", () =>
      holds((recording) => {
        expect(under(recording, policy).events).toEqual(under(recording, policy).events);
      }));

    it("balances the books of every turn, and folds without a complaint", () =>
      holds((recording) => {
        const { session, series, lastWindow } = under(recording, policy);
        expect(session.turns.map(({ window }) => sumOf(window.bySource))).toEqual(
          series.map(({ tokens }) => tokens),
        );
        expect(session.warnings).toEqual([]);
        expect(session.turns.at(-1)?.window.entries).toBeGreaterThanOrEqual(Math.min(1, lastWindow.length));
      }));

    it("evicts nothing under the options that keep everything", () =>
      holds((recording) => {
        if (policy.keepEverything === null) return;
        expect(under(recording, policy, policy.keepEverything, [], UNBOUNDED).session.evictions).toEqual([]);
      }));

    it("stays within the budget, or its ledger says why not", () =>
      holds((recording) => {
        const { series, ledger } = under(recording, policy);
        expect(series.filter(({ tokens }) => tokens > CONTEXT_WINDOW).map(({ turn }) => turn)).toEqual(
          ledger.filter(({ notes }) => notes.some(isWhyOver)).map(({ turn }) => turn),
        );
      }));

    it("gives a window that a provider takes, or one that the lint complains of", () =>
      holds((recording) => {
        const replayed = under(recording, policy);
        const shown = callsShown(replayed.session);
        const malformed = findMalformations(replayed.lastWindow).filter((one) => shown.has(one.toolCallId));
        if (malformed.length === 0) return;
        expect(policy.malformed).not.toBeNull();
        const { findings } = findAll(analyseRecording(replayed.recording), undefined, [
          orphanCall,
          orphanResult,
        ]);
        expect(findings).not.toEqual([]);
      }));

    it("never loses what pinning promised", () =>
      holds((recording) => {
        if (policy.cannotPin?.({}) != null) return;
        const pinned = recording.session.blocks
          .filter(({ kind }) => kind === "tool_result")
          .map(({ id }) => id)
          .slice(0, 2);
        const { session } = under(recording, withPinning(policy), {}, pinned);
        expect(lostOf(session).filter((id) => pinned.includes(id))).toEqual([]);
      }));
  },
);

/**
 * Options with which each vendor keeps the results of a tool. The thresholds are low enough that every recording crosses
 * them.
 */
const PROTECTED = [
  ["anthropic-clear-tool-uses", { trigger: { type: "input_tokens", value: 1 }, exclude_tools: ["search"] }],
  ["langchain-js-clear-tool-uses", { trigger: { tokens: 1 }, excludeTools: ["search"] }],
  ["langchain-py-clear-tool-uses", { trigger: 1, keep: 0, exclude_tools: ["search"] }],
] as const;

it.each(PROTECTED)("%s keeps the results of a tool that its options protect", (kind, options) =>
  holds((recording) => {
    const policy = findPolicy(kind);
    assert(policy !== undefined, `no policy ${kind}`);
    const recorded = new Set(
      recording.session.evictions.map(({ block }) => recording.session.blocks[block]?.id),
    );
    const lost = lostOf(under(recording, policy, options).session);
    expect(lost.filter((id) => !recorded.has(id))).toEqual([]);
  }),
);

const isWhyOver = (note: string) => note.includes(`over the budget of ${CONTEXT_WINDOW}`);

function callsShown({ blocks, residencies }: Session): ReadonlySet<string | null> {
  const shown = new Set(residencies.map(({ block }) => block));
  const idsOf = (wanted: string) =>
    new Set(blocks.flatMap(({ kind, toolCallId }, i) => (kind === wanted && shown.has(i) ? toolCallId : [])));
  const results = idsOf("tool_result");
  return new Set([...idsOf("tool_call")].filter((id) => results.has(id)));
}

function sumOf(bySource: Readonly<Record<string, number>>): number {
  return Object.values(bySource).reduce((sum, tokens) => sum + tokens, 0);
}

function lostOf({ evictions, blocks }: Session): string[] {
  return evictions.map(({ block }) => blocks[block]?.id ?? "");
}
