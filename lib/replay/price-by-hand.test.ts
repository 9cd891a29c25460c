import { describe, expect, it } from "vitest";
import { RateCard } from "@/lib/core/pricing/rate-card";
import type { Recording } from "@/lib/core/trace/fold/recording";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import type { Session, Turn } from "@/lib/core/trace/session";
import type { Tokens } from "@/lib/core/units";
import { findPolicy } from "@/lib/policies/registry";
import { hasCorpus, noteMissingCorpus } from "@/lib/testing/corpus/corpus";
import { corpusRecording } from "@/lib/testing/corpus/import-corpus";
import { trace } from "@/lib/testing/trace-builder";
import { replay } from "./replayer";
import type { Replay } from "./setup";
import { UNSEEN_ID } from "./windows/fixed-part";
import { readSource } from "./windows/source";

noteMissingCorpus("prices of replays of real sessions, by hand");

interface Entry {
  readonly id: string;
  readonly tokens: Tokens;
}

/** What stands in a turn's window, in order, by looking at every residency. */
function windowOf({ residencies, blocks }: Session, turn: number): Entry[] {
  return residencies
    .filter(({ from, to }) => from <= turn && turn <= (to ?? Infinity))
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ block, version, mode }) => {
      const { id = "", versions = [] } = blocks[block] ?? {};
      const tokens = versions[version]?.tokens ?? 0;
      return id === UNSEEN_ID ? [] : { id: `${id} ${mode} ${tokens}`, tokens };
    });
}

const sizeOf = (window: readonly Entry[]) => window.reduce((sum, { tokens }) => sum + tokens, 0);

/** The first entry that is another one than before; `null` where the window only goes on from the one before. */
function editedEntry(before: readonly Entry[], now: readonly Entry[]): number | null {
  const entry = before.findIndex(({ id }, n) => now[n]?.id !== id);
  return entry < 0 ? null : entry;
}

interface Sent {
  readonly window: readonly Entry[];
  readonly end: Tokens;
}

/** The longest request before whose whole window begins this one: a cache is kept where a request ended. */
function longestKept(sent: readonly Sent[], now: readonly Entry[]): Tokens {
  return Math.max(0, ...sent.filter(({ window }) => editedEntry(window, now) === null).map(({ end }) => end));
}

/**
 * A second reckoning of what a replay costs, from the rules alone and without the program's own parts, for a provider that says
 * what it wrote to its cache. Each request holds its blocks and the residual that was measured. It reads what the call before left.
 * Where the recorded call lost its cache and no edit explains it, this one loses it too. Behind an edit of its own it reads up to
 * where a request had ended before that place, if that is near, or else what a first call reads. The rest is written where the
 * recorded call wrote.
 */
function priceByHand(
  { session: recorded, models = [] }: Recording,
  { session, summaryPrice }: Replay,
): number {
  const rates = new RateCard(recorded.meta.model, models);
  let [total, left, leftThere] = [summaryPrice ?? 0, null as Tokens | null, null as Tokens | null];
  let [before, beforeThere]: [Entry[], Entry[]] = [[], []];
  const sent: Sent[] = [];
  const fronts = frontsOf(recorded);
  let [at, residualBefore] = [null as number | null, 0];
  for (const turn of recorded.turns) {
    const call = chargedOf(turn);
    if (call === null) continue;
    const [there, here] = [windowOf(recorded, turn.index), windowOf(session, turn.index)];
    const residual = call.input - sizeOf(there);
    const input = sizeOf(here) + residual;
    const [editHere, editThere] = [editedEntry(before, here), editedEntry(beforeThere, there)];
    const missed = leftThere === null ? 0 : leftThere - call.read;
    let read = call.read;
    if (left !== null && leftThere !== null) {
      const isLost = missed > LAG_MAX;
      const isIdle = at !== null && (turn.at ?? at) - at > rates.findTable(turn).ttlMs;
      const place = editHere === null ? input : sizeOf(here.slice(0, editHere)) + residualBefore;
      const front = Math.max(0, ...fronts.filter((end) => end <= place));
      if (isLost && (editThere === null || isIdle)) read = Math.min(call.read, left, place);
      else if (editHere === null) read = isLost ? left : left - missed;
      else if (editHere !== editThere || sizeOf(here) !== sizeOf(there))
        read = here.length - editHere <= LOOK_BACK ? Math.max(front, longestKept(sent, here)) : front;
    }
    read = Math.max(0, Math.min(read, input));
    const uncached = Math.min(call.input - call.read - call.write, input - read);
    const write = input - read - uncached;
    const table = rates.findTable(turn);
    const each = (table.input ?? 0) / 1e6;
    const hour = call.write === 0 ? 0 : call.hour / call.write;
    total += each * (uncached + read * table.cacheRead);
    total += each * write * (table.cacheWrite * (1 - hour) + table.cacheWriteHour * hour);
    total += (call.output * (table.output ?? 0)) / 1e6;
    [left, leftThere, before, beforeThere] = [read + write, call.read + call.write, here, there];
    while ((sent.at(-1)?.end ?? 0) > read) sent.pop();
    sent.push({ window: here, end: left });
    [at, residualBefore] = [turn.at ?? at, residual];
  }
  return total;
}

/** A call that reads less than this less than it could did not lose its cache. */
const LAG_MAX: Tokens = 1_000;
/** Anthropic looks back over so many blocks for a beginning that it holds. */
const LOOK_BACK = 20;

/** What is still read behind an edit: instructions and tools, which a client marks for themselves. */
function frontsOf(recorded: Session): Tokens[] {
  let before: Entry[] = [];
  const reads: Tokens[] = [];
  for (const turn of recorded.turns) {
    const now = windowOf(recorded, turn.index);
    const call = chargedOf(turn);
    if (call !== null && (before.length === 0 || editedEntry(before, now) !== null)) reads.push(call.read);
    before = now;
  }
  return Math.max(...reads) > 0 ? reads : [frameOf(recorded)];
}

/** Of the first request, what stands before the conversation. */
function frameOf(recorded: Session): Tokens {
  const first = recorded.turns.find((turn) => chargedOf(turn) !== null);
  const said = new Set(recorded.blocks.filter(({ kind }) => !FRAME.has(kind)).map(({ id }) => id));
  const window = first === undefined ? [] : windowOf(recorded, first.index);
  return (first?.usage?.input ?? 0) - sizeOf(window.filter(({ id }) => said.has(id.split(" ")[0] ?? "")));
}
const FRAME = new Set(["system_rules", "repository_instructions", "tool_schemas"]);

function chargedOf({ usage, window }: Turn) {
  if (usage?.input == null || !window.known) return null;
  const { input, cacheRead: read, cacheWrite: write, cacheWriteHour: hour, output } = usage;
  return { input, read: read ?? 0, write: write ?? 0, hour: hour ?? 0, output: output ?? 0 };
}

const POLICIES = [
  ["none", {}],
  ["keep-last-tool-results", { keep: 5 }],
  ["front-truncation", { maxTokens: 60_000 }],
] as const;
const NEAR = 0.02;

function wrongPrices(recording: Recording): string[] {
  const source = readSource(recording);
  return POLICIES.flatMap(([kind, options]) => {
    const policy = findPolicy(kind);
    if (policy === undefined) return [`there is no policy ${kind}`];
    const made = replay(source, { policy, options });
    const byHand = priceByHand(recording, made);
    if (made.price === null) return [`${kind} has no price`];
    const off = made.price / byHand - 1;
    return Math.abs(off) <= NEAR ? [] : [`${kind}: ${made.price}, by hand ${byHand} (${off})`];
  });
}

/** Reads forty files. One call reads its beginning again only, and what stands beside the record grows. */
function manyReads(): Recording {
  const story = trace("s", { model: "claude-opus-4-5" });
  let [left, size] = [0, 3_000];
  for (let n = 0; n < 40; n++) {
    const read = n === 17 ? 3_000 : left;
    const input = size;
    story.turn((t) => {
      if (n === 0) t.system(2_000).user(500);
      else t.result(`c${n - 1}`, 3_000);
      return t
        .calls("read", { path: `file ${n}` }, `c${n}`)
        .usage(input, 60, { cacheRead: read, cacheWrite: input - read - 2 });
    });
    left = input - 2;
    size += 3_000 + 60 + 7 * n;
  }
  return foldRecording(story.events());
}

it("the price of a replay is what a second reckoning finds, within two per cent", () => {
  expect(wrongPrices(manyReads())).toEqual([]);
});

describe.skipIf(!hasCorpus)("the price of a replay of a real session", () => {
  it.each([
    "claude_code/spotter-fa812bfe/fa812bfe-b295-4cca-9c2f-fdf01028cb46.jsonl",
    "claude_code/spotter-ae4a77f8/ae4a77f8-aedd-4bc1-888f-c94edc91af04.jsonl",
    "pi/pi-compact-2638daee.jsonl",
  ])("is what a second reckoning finds, within two per cent: %s", async (entry) => {
    expect(wrongPrices(await corpusRecording(entry))).toEqual([]);
  });
});
