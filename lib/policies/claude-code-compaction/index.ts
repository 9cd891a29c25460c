import { z } from "zod";
import type { Tokens } from "@/lib/core/units";
import { setText } from "../contract/message";
import { definePolicy, type PolicyRequest, type StepInput, type StepResult } from "../contract/policy";
import { findConversationStart } from "../shared/conversation";
import { summarizeRange } from "../shared/summarize-range";
import { makeTokenTrigger, countUsedTokens } from "../shared/used-tokens";

const OUTPUT_RESERVE_MAX: Tokens = 20_000;
const AUTO_COMPACT_BUFFER: Tokens = 13_000;
const IDLE_MS = 60 * 60 * 1_000;
const KEPT_RESULTS = 5;
const CLEARED = "[Old tool result content cleared]";
const CLEARABLE: ReadonlySet<string> = new Set([
  "Read",
  "Bash",
  "Grep",
  "Glob",
  "WebSearch",
  "WebFetch",
  "Edit",
  "Write",
]);

const options = z.object({
  autoCompactEnabled: z.boolean().default(true),
  timeBasedMicrocompact: z.boolean().default(true),
});

const state = z.object({
  from: z.number().int().nonnegative().default(0),
  clearedTo: z.number().int().nonnegative().default(0),
  lastCall: z.number().nullable().default(null),
  summaryTokens: z.number().nonnegative().default(0),
});

type Input = StepInput<z.infer<typeof options>, z.infer<typeof state>>;

/** Claude Code as public write-ups describe it. Its source is closed, and its numbers change with releases. */
export const claudeCodeCompaction = definePolicy({
  kind: "claude-code-compaction",
  version: "write-ups",
  title: "Claude Code compaction (from write-ups)",
  vendor: "Claude Code",
  configuration: { write: "json", place: "~/.claude.json", under: [] },
  runsOn: { harness: ["Claude Code"] },
  source: "Public write-ups only; files that are read again after a compaction are not modelled.",
  waits: true,
  checked: { on: "2026-11-22", against: "public write-ups of Claude Code" },
  malformed: null,
  keepEverything: { autoCompactEnabled: false, timeBasedMicrocompact: false },
  options,
  state,
  step(input) {
    const cleared = runMicrocompact(input);
    const compacted = runCompact(input);
    return {
      ...compacted,
      changes: [...cleared.changes, ...compacted.changes],
      decisions: [...(cleared.decisions ?? []), ...(compacted.decisions ?? [])],
    };
  },
});

function runMicrocompact({ options, state, history, shown, request }: Input): StepResult {
  const idle = request.now === null || state.lastCall === null ? 0 : request.now - state.lastCall;
  state.lastCall = request.now ?? state.lastCall;
  if (!options.timeBasedMicrocompact || idle <= IDLE_MS) return { changes: [] };
  const from = Math.max(state.from, state.clearedTo);
  const eligible: number[] = [];
  for (let index = from; index < history.length; index++)
    if (history.at(index).role === "tool" && CLEARABLE.has(history.toolNameOf(index) ?? ""))
      eligible.push(index);
  const clearing = eligible.slice(0, -KEPT_RESULTS);
  state.clearedTo = (clearing.at(-1) ?? from - 1) + 1;
  return {
    changes: clearing.map((index) => ({
      status: "cleared",
      index,
      message: setText(shown.at(index) ?? history.at(index), CLEARED),
    })),
    decisions: clearing.map((index) => ({
      action: "clear",
      from: index,
      to: index + 1,
      rule: "time-based-microcompact",
      reason: `Nothing was asked for ${Math.round(idle / 60_000)} minutes: all but the newest ${KEPT_RESULTS} results are cleared.`,
      numbers: { idleMs: idle },
      reference: null,
    })),
  };
}

function runCompact(input: Input): StepResult {
  const { options, state, history, shown, request } = input;
  const used = countUsedTokens(request, shown);
  const threshold = computeAutoCompactAt(request);
  const full = options.autoCompactEnabled && threshold !== null && used.tokens >= threshold;
  const fired = full || request.requested;
  const triggers = [makeTokenTrigger("autoCompact", used, threshold, fired)];
  const start = Math.max(findConversationStart(history), state.from);
  const end = findNewestPrompt(input);
  if (!fired || end <= start) return { changes: [], triggers };
  const range = summarizeRange(input, {
    parts: [{ from: start, to: end }],
    before: end,
    id: "claude-code:summary",
    role: "user",
    carried: state.summaryTokens,
    rule: "auto-compact",
    reason: `${used.tokens} tokens reached ${threshold ?? "what was asked for"}: the conversation becomes a summary.`,
  });
  state.from = end;
  state.summaryTokens = range.tokens;
  return { ...range, triggers };
}

/** The window minus the room for a reply and a buffer; `null` if the window is unknown or too small for both. */
function computeAutoCompactAt({ contextWindow, maxOutputTokens }: PolicyRequest): Tokens | null {
  if (contextWindow === null) return null;
  const reserve = Math.min(maxOutputTokens ?? OUTPUT_RESERVE_MAX, OUTPUT_RESERVE_MAX);
  const threshold = contextWindow - reserve - AUTO_COMPACT_BUFFER;
  return threshold > 0 ? threshold : null;
}

/** A newly typed prompt stays. In the middle of a turn everything is summarised. */
function findNewestPrompt({ history }: Input): number {
  let end = history.length;
  while (end > 0 && history.at(end - 1).role === "user") end--;
  return end;
}
