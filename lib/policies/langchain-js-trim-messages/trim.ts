import type { History, MeasureOf } from "../contract/history";
import { type Message, countTextChars, setText } from "../contract/message";
import type { PolicyRequest } from "../contract/policy";
import type { TrimOptions } from "./options";

/**
 * What stays: a leading system message if it was set aside, one run of messages, and a cut message at the run's open
 * end.
 */
export interface Kept {
  readonly aside: boolean;
  readonly from: number;
  readonly to: number;
  readonly partial: { readonly index: number; readonly message: Message } | null;
}

/** How one trimming counts and what it may keep. The search starts at the `from` and `to` of an earlier request. */
export interface Trimming {
  readonly history: History;
  readonly options: TrimOptions;
  readonly limit: number;
  readonly request: PolicyRequest;
  readonly from: number;
  readonly to: number;
}

export function keepFirst(trimming: Trimming): Kept {
  const { history, options, limit } = trimming;
  const { sum, tokensOf } = makeCounter(trimming);
  let to = trimming.to;
  while (to < history.length && tokensOf(sum(0, to + 1)) <= limit) to++;
  const partial = to < history.length ? cutToFit(trimming, to, sum(0, to), "first") : null;
  let end = partial === null ? to : to + 1;
  while (end > 0 && !isOfType(history.at(end - 1), options.endOn)) end--;
  const cut = partial !== null && end > partial.index ? partial : null;
  return { aside: false, from: 0, to: cut === null ? end : end - 1, partial: cut };
}

export function keepLast(trimming: Trimming): Kept {
  const { history, options, limit } = trimming;
  const { sum, tokensOf } = makeCounter(trimming);
  let to = history.length;
  while (to > 0 && !isOfType(history.at(to - 1), options.endOn)) to--;
  const aside = options.includeSystem && to > 0 && history.at(0).role === "system";
  const fixed = aside ? sum(0, 1) : 0;
  const nothing: Kept = { aside: false, from: to, to, partial: null };
  if (tokensOf(fixed) > limit) {
    const partial = isOfType(history.at(0), options.startOn) ? cutToFit(trimming, 0, 0, "last") : null;
    return { ...nothing, partial };
  }
  const floor = aside ? 1 : 0;
  let from = Math.max(trimming.from, floor);
  while (from < to && tokensOf(fixed + sum(from, to)) > limit) from++;
  const partial = from > floor ? cutToFit(trimming, from - 1, fixed + sum(from, to), "last") : null;
  let start = partial === null ? from : from - 1;
  while (start < to && !isOfType(history.at(start), options.startOn)) start++;
  if (start >= to)
    return options.startOn === undefined || isOfSystem(options) ? { ...nothing, aside } : nothing;
  const cut = partial !== null && start === partial.index ? partial : null;
  return { aside, from: cut === null ? start : start + 1, to, partial: cut };
}

function isOfSystem({ startOn }: TrimOptions): boolean {
  return startOn === "system" || (Array.isArray(startOn) && startOn.includes("system"));
}

const TYPE_OF_ROLE = { user: "human", assistant: "ai", system: "system", tool: "tool" } as const;

function isOfType({ role }: Message, types: TrimOptions["startOn"]): boolean {
  if (types === undefined) return true;
  return (Array.isArray(types) ? types : [types]).includes(TYPE_OF_ROLE[role]);
}

const countOne: MeasureOf = () => 1;

export function makeCounter({ history, options, request }: Trimming) {
  const measureOf = {
    model: request.countMessage,
    messages: countOne,
    chars: countTextChars,
    chars4: countTextChars,
  };
  const measure = history.measure(measureOf[options.tokenCounter]);
  return {
    measure,
    sum: (from: number, to: number) => measure.sum(from, to),
    tokensOf: (sum: number) => (options.tokenCounter === "chars4" ? Math.ceil(sum / 4) : sum),
    countText: (message: Message) => measureOf[options.tokenCounter](message),
  };
}

function cutToFit(
  trimming: Trimming,
  index: number,
  kept: number,
  side: TrimOptions["strategy"],
): Kept["partial"] {
  if (!trimming.options.allowPartial) return null;
  const { tokensOf, countText } = makeCounter(trimming);
  const message = trimming.history.at(index);
  const lines = message.text.split(/(?<=\n)/);
  for (let count = lines.length - 1; count > 0; count--) {
    const left = side === "first" ? lines.slice(0, count) : lines.slice(-count);
    const cut = setText(message, left.join(""));
    if (tokensOf(kept + countText(cut)) <= trimming.limit) return { index, message: cut };
  }
  return null;
}
