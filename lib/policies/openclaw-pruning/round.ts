import { at } from "@/lib/core/assert";
import type { History } from "../contract/history";
import { type Message, setText } from "../contract/message";
import type { Decision } from "../contract/policy";
import { type Pins, sumUnpinned } from "../contract/pins";
import type { Change } from "../contract/projection";
import { listBetween, findLowerBound } from "../contract/positions";
import { makeMessageSize, type TextSize } from "./size";
import { type Settings, makeToolMatcher } from "./settings";

export interface Generation {
  readonly sizeOf: TextSize;
  readonly prunesImages: boolean;
  readonly trim: (message: Message, softTrim: Settings["softTrim"]) => Message | null;
}

export interface PruningPlan {
  readonly settings: Settings;
  readonly size: (message: Message) => number;
  readonly isPrunable: (message: Message) => boolean;
  readonly trimmed: (message: Message) => Message | null;
  readonly cleared: (message: Message) => Message;
  /** 1 for results that a hard clear or the soft trim would change. */
  readonly clearable: (message: Message) => number;
  readonly trimmable: (message: Message) => number;
  /** Size after the soft trim; only prunable results count. */
  readonly trimmedSize: (message: Message) => number;
  readonly trimSaving: (message: Message) => number;
  /** What a hard clear saves on top of the soft trim; negative if the placeholder is longer. */
  readonly clearSaving: (message: Message) => number;
  /** 1 for results that a hard clear makes longer. */
  readonly clearLoss: (message: Message) => number;
}

/**
 * How far a round got. Results before `clearedTo` are hard-cleared; long ones before `trimmedTo` are soft-trimmed.
 * Rounds go oldest first, so two positions are enough.
 */
export interface Frontier {
  readonly clearedTo: number;
  readonly trimmedTo: number;
}

export function planFor(settings: Settings, { sizeOf, prunesImages, trim }: Generation): PruningPlan {
  const size = makeMessageSize(sizeOf);
  const matches = makeToolMatcher(settings.tools);
  const isPrunable = (message: Message) =>
    message.role === "tool" && (prunesImages || !message.images) && matches(message.toolName ?? "");
  const trimmed = rememberMade((message) => (isPrunable(message) ? trim(message, settings.softTrim) : null));
  const trimmedSize = (message: Message) => (isPrunable(message) ? size(trimmed(message) ?? message) : 0);
  const placeholderSize = sizeOf(settings.hardClear.placeholder);
  const clearSaving = (message: Message) =>
    isPrunable(message) ? trimmedSize(message) - placeholderSize : 0;
  return {
    settings,
    size,
    isPrunable,
    trimmed,
    cleared: rememberMade((message) => setText(message, settings.hardClear.placeholder)),
    clearable: (message) => (isPrunable(message) ? 1 : 0),
    trimmable: (message) => (trimmed(message) === null ? 0 : 1),
    trimmedSize,
    trimSaving: (message) => (isPrunable(message) ? size(message) - trimmedSize(message) : 0),
    clearSaving,
    clearLoss: (message) => (clearSaving(message) < 0 ? 1 : 0),
  };
}

function rememberMade<Made>(make: (message: Message) => Made): (message: Message) => Made {
  const made = new WeakMap<Message, { readonly value: Made }>();
  return (message) => {
    const known = made.get(message) ?? { value: make(message) };
    made.set(message, known);
    return known.value;
  };
}

export function isChanged(history: History, plan: PruningPlan, { clearedTo, trimmedTo }: Frontier): boolean {
  const start = history.positions("user")[0] ?? history.length;
  return (
    history.measure(plan.clearable).sum(start, clearedTo) > 0 ||
    history.measure(plan.trimmable).sum(start, trimmedTo) > 0
  );
}

/**
 * The round that starts at `from`, with the ratio that decided it. The frontier is unchanged if there is nothing to do.
 */
export function runRound(
  history: History,
  plan: PruningPlan,
  charWindow: number,
  from: Frontier,
  pins: Pins,
): { readonly frontier: Frontier; readonly ratio: number | null } {
  const { settings } = plan;
  const unchanged = { frontier: from, ratio: null };
  const start = history.positions("user")[0];
  const cut = cutIndex(history, settings.keepLastAssistants);
  if (charWindow <= 0 || cut === null || start === undefined) return unchanged;

  const trimSaving = history.measure(plan.trimSaving);
  const clearSaving = history.measure(plan.clearSaving);
  const clearedBefore = Math.max(start, from.clearedTo);
  const size =
    history.measure(plan.size).total() -
    sumUnpinned(pins, trimSaving, start, from.trimmedTo) -
    sumUnpinned(pins, clearSaving, start, from.clearedTo);
  const ratio = size / charWindow;
  if (ratio < settings.softTrimRatio) return { frontier: from, ratio };

  const trimmedTo = Math.max(cut, from.trimmedTo);
  let left = size - sumUnpinned(pins, trimSaving, Math.max(start, from.trimmedTo), trimmedTo);
  let clearedTo = from.clearedTo;
  const prunable = sumUnpinned(pins, history.measure(plan.trimmedSize), clearedBefore, cut);
  if (settings.hardClear.enabled && left / charWindow >= settings.hardClearRatio)
    for (const index of listBetween(pins.pinned, clearedBefore, cut))
      if (plan.isPrunable(history.at(index))) pins.keepsText(index);
  if (settings.hardClear.enabled && prunable >= settings.minPrunableToolChars) {
    const safe = findLeap(history, plan, {
      from: clearedBefore,
      cut,
      spare: left - settings.hardClearRatio * charWindow,
      pins,
    });
    left -= sumUnpinned(pins, clearSaving, clearedBefore, safe);
    if (safe > clearedBefore) clearedTo = safe;
    for (const index of listBetween(history.positions("tool"), safe, cut)) {
      if (left / charWindow < settings.hardClearRatio) break;
      if (!pins.keepsText(index)) left -= clearSaving.at(index);
      clearedTo = index + 1;
    }
  }
  return { frontier: { clearedTo, trimmedTo }, ratio };
}

/**
 * The position after results that are certainly cleared, so that a round over a long history need not weigh each one:
 * as far as clearing saves less than `spare`. If a placeholder is longer than its result, sums do not tell where the
 * round would stop, so every result is weighed.
 */
function findLeap(
  history: History,
  plan: PruningPlan,
  {
    from,
    cut,
    spare,
    pins,
  }: { readonly from: number; readonly cut: number; readonly spare: number; readonly pins: Pins },
): number {
  if (history.measure(plan.clearLoss).sum(from, cut) > 0) return from;
  const tools = history.positions("tool");
  const first = findLowerBound(tools, from);
  const saving = history.measure(plan.clearSaving);
  let [low, high] = [first, findLowerBound(tools, cut)];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (sumUnpinned(pins, saving, from, at(tools, middle - 1) + 1) < spare) low = middle;
    else high = middle - 1;
  }
  return low === first ? from : at(tools, low - 1) + 1;
}

function cutIndex(history: History, keepLastAssistants: number): number | null {
  if (keepLastAssistants === 0) return history.length;
  const assistants = history.positions("assistant");
  return assistants.length < keepLastAssistants
    ? null
    : at(assistants, assistants.length - keepLastAssistants);
}

export function moveFrontier(history: History, plan: PruningPlan, from: Frontier, to: Frontier): Change[] {
  const start = history.positions("user")[0] ?? history.length;
  const changes: Change[] = [];
  for (const side of ["clearedTo", "trimmedTo"] as const) {
    const low = Math.max(start, Math.min(from[side], to[side]));
    for (const index of listBetween(history.positions("tool"), low, Math.max(from[side], to[side]))) {
      const change = findStandingAt(history, plan, index, to);
      if (change !== null) changes.push(change);
    }
  }
  return changes;
}

function findStandingAt(
  history: History,
  plan: PruningPlan,
  index: number,
  { clearedTo, trimmedTo }: Frontier,
): Change | null {
  const message = history.at(index);
  if (!plan.isPrunable(message)) return null;
  if (index < clearedTo) return { status: "cleared", index, message: plan.cleared(message) };
  const trimmed = index < trimmedTo ? plan.trimmed(message) : null;
  return trimmed === null
    ? { status: "kept", from: index, to: index + 1 }
    : { status: "trimmed", index, message: trimmed };
}

export function listRoundDecisions(
  from: Frontier,
  to: Frontier,
  ratio: number | null,
  settings: Settings,
): Decision[] {
  const rows: Decision[] = [];
  const row = (
    action: Decision["action"],
    a: number,
    b: number,
    rule: string,
    reason: string,
    threshold: number,
  ) => {
    if (a < b) {
      const numbers = ratio === null ? {} : { ratio, threshold };
      rows.push({ action, from: a, to: b, rule, reason, numbers, reference: null });
    }
  };
  const { softTrimRatio, hardClearRatio } = settings;
  const atMost = Math.max(to.clearedTo, from.trimmedTo);
  row(
    "clear",
    from.clearedTo,
    to.clearedTo,
    "hard-clear",
    "Old results gave way to a placeholder.",
    hardClearRatio,
  );
  row("trim", atMost, to.trimmedTo, "soft-trim", "Long old results kept their head and tail.", softTrimRatio);
  const restored = Math.max(from.clearedTo, from.trimmedTo);
  row(
    "restore",
    Math.min(to.clearedTo, to.trimmedTo),
    to.trimmedTo < from.trimmedTo || to.clearedTo < from.clearedTo ? restored : 0,
    "not-sticky",
    "Pruning lasts for one call: what an earlier call trimmed is sent in full again.",
    softTrimRatio,
  );
  return rows;
}
