import { z } from "zod";
import { definePolicy, type Decision, type StepInput, type StepResult } from "../contract/policy";
import { type Pins, sumAt } from "../contract/pins";
import type { Change } from "../contract/projection";
import { trimOptions, type TrimOptions } from "./options";
import { makeCounter, type Kept, keepFirst, keepLast, type Trimming } from "./trim";

const position = z.number().int().nonnegative().default(0);
const state = z.object({
  from: position,
  to: position,
  covered: position,
  partial: z.number().int().nonnegative().nullable().default(null),
});

type Input = StepInput<TrimOptions, z.infer<typeof state>>;

export const langchainJsTrimMessages = definePolicy({
  kind: "langchain-js-trim-messages",
  version: "1.2.13",
  title: "LangChain trimMessages",
  vendor: "LangChain",
  configuration: { write: "typescript", pattern: "await trimMessages(messages, …)", names: ["tokenCounter"] },
  runsOn: { harness: ["LangChain", "LangGraph"] },
  source: "@langchain/core 1.2.13: checked against runs of the package.",
  tuned: (limit) => ({ maxTokens: limit }),
  checked: { on: "2026-11-22", against: "@langchain/core@1.2.13" },
  malformed: "trimMessages counts messages one by one and may leave a result without its call.",
  keepEverything: { maxTokens: Number.MAX_SAFE_INTEGER },
  options: trimOptions,
  state,
  step,
});

function step({ options, state, history, request, pins }: Input): StepResult {
  const limit = options.maxTokens ?? request.budget ?? request.contextWindow;
  if (limit === null)
    return { changes: [], notes: ["Neither maxTokens nor a budget nor a window is known."] };
  const before = { ...state };
  const kept = listKeptBeside(pins, { history, options, limit, request, from: state.from, to: state.to });
  const changes = listChanges(kept, before, history.length);
  state.from = kept.from;
  state.to = kept.to;
  state.covered = history.length;
  state.partial = kept.partial?.index ?? null;
  return { changes, decisions: changes.flatMap((change) => listDecisions(change, limit)) };
}

/** What fits beside pinned messages. Each pinned message outside the kept run takes room from it. */
function listKeptBeside({ staying }: Pins, trimming: Trimming): Kept {
  const { history, options, limit } = trimming;
  const { measure, tokensOf } = makeCounter(trimming);
  for (let outside = 0; ;) {
    const room = { ...trimming, limit: Math.max(0, limit - outside) };
    const kept = options.strategy === "first" ? keepFirst(room) : keepLast(room);
    const beside = tokensOf(
      sumAt(staying, measure, 0, kept.from) +
        sumAt(staying, measure, Math.max(kept.from, kept.to), history.length),
    );
    if (beside <= outside || outside >= limit) return kept;
    outside = beside;
  }
}

function listChanges(kept: Kept, before: Input["state"], length: number): Change[] {
  const changes: Change[] = [];
  const add = (status: "kept" | "removed", from: number, to: number) => {
    if (from < to) changes.push({ status, from, to });
  };
  if (before.partial !== null) add("removed", before.partial, before.partial + 1);
  add("removed", before.from, Math.min(kept.from, length));
  add("kept", Math.max(before.to, kept.from), Math.min(kept.to, before.covered));
  add("removed", Math.max(kept.to, before.covered, kept.from), length);
  if (kept.to < before.to) add("removed", kept.to, before.to);
  if (kept.aside) add("kept", 0, 1);
  else add("removed", 0, Math.min(1, kept.from));
  if (kept.partial !== null) changes.push({ status: "trimmed", ...kept.partial });
  return changes;
}

function listDecisions(change: Change, limit: number): Decision[] {
  if (change.status !== "removed" && change.status !== "trimmed") return [];
  const [from, to] = "index" in change ? [change.index, change.index + 1] : [change.from, change.to];
  const action = change.status === "removed" ? "remove" : "trim";
  const reason = `Does not fit the ${limit} tokens that may be kept.`;
  return [{ action, from, to, rule: "max-tokens", reason, numbers: { limit }, reference: null }];
}
