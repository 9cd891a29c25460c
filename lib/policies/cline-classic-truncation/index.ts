import { z } from "zod";
import { type Decision, type StepInput, type StepResult, definePolicy } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { appendUnits, endOfUnit, removeUnits, findUnitAt, listUnpinnedUnits } from "../shared/units";
import { makeTokenTrigger, countUsedTokens } from "../shared/used-tokens";
import { findDuplicateReads } from "./duplicate-reads";
import type { Tokens } from "@/lib/core/units";

/** Truncation is skipped if removing repeated reads saved this share of the characters. */
const ENOUGH_SAVED = 0.3;

const options = z.object({
  useAutoCondense: z.boolean().default(false),
});

const state = z.object({
  readTo: z.number().int().nonnegative().default(0),
  lead: z.array(z.number()).default([]),
  rest: z.array(z.number()).default([]),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

export const clineClassicTruncation = definePolicy({
  kind: "cline-classic-truncation",
  version: "1f31738b^",
  title: "Cline truncation",
  vendor: "Cline (before its SDK)",
  runsOn: { harness: ["Cline"] },
  source: "ContextManager and context-window-utils of the source before this commit.",
  checked: { on: "2026-11-22", against: "cline 1f31738b^, ContextManager.ts" },
  archived: "Cline replaced it by its SDK.",
  malformed: "The range ends at a reply: results of its calls stay, which Cline sends as plain text.",
  keepEverything: { useAutoCondense: true },
  options,
  state,
  step,
});

function step(input: Input): StepResult {
  const { options, shown, request } = input;
  if (options.useAutoCondense) return { changes: [] };
  readUnits(input);
  const { maxAllowedSize } = computeMaxAllowed(request.contextWindow);
  const used = countUsedTokens(request, shown);
  const fired = used.tokens >= maxAllowedSize;
  const triggers = [makeTokenTrigger("maxAllowedSize", used, maxAllowedSize, fired)];
  if (!fired) return { changes: [], triggers };
  const repeated = dropRepeatedReads(input);
  if (repeated.share >= ENOUGH_SAVED) return { ...repeated.result, triggers };
  const truncated = truncate(input, used.tokens, maxAllowedSize);
  return {
    ...truncated,
    triggers,
    changes: [...repeated.result.changes, ...truncated.changes],
    decisions: [...(repeated.result.decisions ?? []), ...(truncated.decisions ?? [])],
  };
}

/** A file that was read several times is shown once, in its newest read. The other reads become notices. */
function dropRepeatedReads({ history, shown, pins }: Input): {
  readonly result: StepResult;
  readonly share: number;
} {
  const { changes, saved } = findDuplicateReads(history, shown, pins);
  const decisions = changes.map(({ index, message }): Decision => ({
    action: "clear",
    from: index,
    to: index + 1,
    rule: "duplicate-file-read",
    reason: "A newer read of the same file stands in the window.",
    numbers: { savedShare: saved },
    reference: message.text,
  }));
  return { result: { changes, decisions }, share: saved };
}

function truncate(input: Input, tokens: number, maxAllowedSize: number): StepResult {
  const { state, history } = input;
  const keep = tokens / 2 > maxAllowedSize ? "quarter" : "half";
  const rest = listUnpinnedUnits(history, state.rest, input.pins);
  const length = RANGE_START + rest.length;
  const isReply = (index: number) =>
    index >= RANGE_START && history.at(findUnitAt(rest, index - RANGE_START)).role === "assistant";
  const [, end] = nextTruncationRange(length, null, keep, isReply);
  const leaving = rest.slice(0, Math.max(0, end + 1 - RANGE_START));
  const [first] = leaving;
  if (first === undefined) return { changes: [], notes: ["Too few messages are left to truncate."] };
  const gone = new Set(leaving);
  state.rest = state.rest.filter((unit) => !gone.has(unit));
  const to = endOfUnit(history, leaving.at(-1) ?? first);
  return {
    changes: removeUnits(history, leaving),
    decisions: [
      {
        action: "remove",
        from: first,
        to,
        rule: `keep-${keep}`,
        reason: `${tokens} tokens reached ${maxAllowedSize}: the oldest messages after the first pair left.`,
        numbers: { messages: length, removed: leaving.length },
        reference: null,
      },
    ],
  };
}

function readUnits({ state, history }: Input): void {
  if (state.readTo === 0) state.readTo = findConversationStart(history);
  const units: number[] = [];
  appendUnits(units, history, state.readTo, history.length);
  state.readTo = history.length;
  while (state.lead.length < RANGE_START && units.length > 0) state.lead.push(units.shift() ?? 0);
  state.rest.push(...units);
}

const DEFAULT_WINDOW: Tokens = 128_000;

const KNOWN: ReadonlyMap<Tokens, Tokens> = new Map([
  [64_000, 37_000],
  [128_000, 98_000],
  [200_000, 160_000],
]);

export function computeMaxAllowed(contextWindow: Tokens | null): {
  readonly contextWindow: Tokens;
  readonly maxAllowedSize: Tokens;
} {
  const window = contextWindow || DEFAULT_WINDOW;
  return {
    contextWindow: window,
    maxAllowedSize: KNOWN.get(window) ?? Math.max(window - 40_000, window * 0.8),
  };
}

type Keep = "none" | "lastTwo" | "half" | "quarter";

const RANGE_START = 2;

/** The new inclusive range of removed messages. It always begins after the first pair and ends at a reply. */
export function nextTruncationRange(
  length: number,
  deletedTo: number | null,
  keep: Keep,
  isReply: (index: number) => boolean,
): readonly [number, number] {
  const restFrom = deletedTo === null ? RANGE_START : deletedTo + 1;
  const end = restFrom + countRemoved(length - restFrom, keep) - 1;
  const endsAtReply = end < 0 || end >= length || isReply(end);
  return [RANGE_START, endsAtReply ? end : end - 1];
}

function countRemoved(rest: number, keep: Keep): number {
  if (keep === "none") return Math.max(rest, 0);
  if (keep === "lastTwo") return Math.max(rest - 2, 0);
  return keep === "half" ? Math.floor(rest / 4) * 2 : Math.floor((rest * 3) / 4 / 2) * 2;
}
