import { z } from "zod";
import type { VendorConfiguration } from "../contract/configuration";
import {
  definePolicy,
  type PolicyRequest,
  type StepInput,
  type StepResult,
  type Trigger,
} from "../contract/policy";
import { CHARS_PER_TOKEN, type Message, listTextBlocks, setText } from "../contract/message";
import { makePerRun } from "../shared/per-run";
import {
  isChanged,
  listRoundDecisions,
  type Frontier,
  type Generation,
  moveFrontier,
  type PruningPlan,
  planFor,
  runRound,
} from "./round";
import {
  parseCompositeDuration,
  fixedOptions,
  readFixedSettings,
  readPruningSettings,
  parseSingleDuration,
  tunableOptions,
} from "./settings";
import { measurePlain, wideSize, wideSizeByTokens } from "./size";
import type { Settings } from "./settings";

const IMAGE_MARKER = "[image removed during context pruning]";

const position = z.number().int().nonnegative().default(0);

const state = z.object({
  /** When the cache was last touched, by the vendor's clock. The time to live counts from here. */
  lastTouchAt: z.number().nullable().default(null),
  promptAt: z.number().nullable().default(null),
  promptsSeen: position,
  clearedTo: position,
  trimmedTo: position,
});

type State = z.infer<typeof state>;

type Input = Pick<StepInput<unknown, State>, "state" | "history" | "request" | "pins">;

const NOTHING: Frontier = { clearedTo: 0, trimmedTo: 0 };

const gen1: Generation = { sizeOf: measurePlain, prunesImages: false, trim: trimText };

const gen2: Generation = { sizeOf: wideSize, prunesImages: true, trim: trimTextAndImages };

const gen3: Generation = { sizeOf: wideSizeByTokens, prunesImages: true, trim: trimTextAndImages };

const configuration: VendorConfiguration = {
  write: "json",
  place: "openclaw.json",
  under: ["agents", "defaults", "contextPruning"],
};

const identity = {
  vendor: "OpenClaw",
  configuration,
  runsOn: { harness: ["OpenClaw", "clawdbot"] },
  waits: true,
  malformed: null,
  keepEverything: { mode: "off" },
  state,
};

const planOfGen1 = makePerRun((options: z.infer<typeof tunableOptions>) =>
  planFor(readPruningSettings(options, parseSingleDuration), gen1),
);

const planOfGen2 = makePerRun((options: z.infer<typeof tunableOptions>) =>
  planFor(readPruningSettings(options, parseCompositeDuration), gen2),
);

const planOfGen3 = makePerRun((options: z.infer<typeof fixedOptions>) =>
  planFor(readFixedSettings(options), gen3),
);

/** Trims for one call and forgets it. */
export const openclawPruningV1 = definePolicy({
  ...identity,
  kind: "openclaw-pruning-v1",
  compared: {
    vendors: () => ({
      mode: "cache-ttl",
      softTrimRatio: 0.05,
      hardClearRatio: 0.1,
      minPrunableToolChars: 100,
    }),
  },
  version: "2026.1.24",
  checked: { on: "2026-11-22", against: "clawdbot@2026.1.24" },
  archived: "clawdbot became OpenClaw in January 2026, which prunes otherwise.",
  title: "OpenClaw pruning, generation 1",
  source: "clawdbot 2026.1.24, context-pruning extension: checked against runs of the package.",
  options: tunableOptions,
  step: (input) => pruneOnce(input, planOfGen1(input.options)),
});

/** Replaces images by a line and gives East Asian text more weight. */
export const openclawPruningV2 = definePolicy({
  ...identity,
  kind: "openclaw-pruning-v2",
  casesHaveNoClock: true,
  version: "2026.7.35",
  checked: { on: "2026-11-22", against: "openclaw@2026.7.35" },
  archived: "OpenClaw 2026.8 prunes otherwise.",
  title: "OpenClaw pruning, generation 2",
  source: "openclaw 2026.2 to 2026.7, agent hooks: checked against runs of 2026.7.35.",
  options: tunableOptions,
  step: (input) => pruneOnce(input, planOfGen2(input.options)),
});

/** Thresholds are fixed, and a pruned result stays pruned. */
export const openclawPruningV3 = definePolicy({
  ...identity,
  kind: "openclaw-pruning-v3",
  compared: { defaults: () => ({}) },
  version: "2026.9.6",
  checked: { on: "2026-11-22", against: "openclaw@2026.9.6" },
  title: "OpenClaw pruning, generation 3",
  source: "openclaw 2026.8 and later, tool result truncation: checked against runs of 2026.9.6.",
  options: fixedOptions,
  step: (input) => pruneForGood(input, planOfGen3(input.options)),
});

function pruneOnce(input: Input, plan: PruningPlan): StepResult {
  const { state, history, request, pins } = input;
  startPrompt(input);
  takeSignalledTouch(state, request);
  const trigger = makeTtlTrigger(plan, state, request);
  const round = trigger.fired ? runRound(history, plan, computeCharWindow(request), NOTHING, pins) : null;
  if (round !== null && isChanged(history, plan, round.frontier)) state.lastTouchAt = request.now;
  return move(input, plan, round?.frontier ?? NOTHING, round?.ratio ?? null, trigger);
}

function pruneForGood(input: Input, plan: PruningPlan): StepResult {
  const { state, history, request, pins } = input;
  takeSignalledTouch(state, request);
  const ttl = makeTtlTrigger(plan, state, request);
  const trigger = { ...ttl, fired: ttl.fired && request.signals.pruneNewRounds !== false };
  const from: Frontier = { clearedTo: state.clearedTo, trimmedTo: state.trimmedTo };
  const round = trigger.fired
    ? runRound(history, plan, computeCharWindow(request), from, pins)
    : { frontier: from, ratio: null };
  state.lastTouchAt = request.now ?? state.lastTouchAt;
  return move(input, plan, round.frontier, round.ratio, trigger);
}

function move(
  { state, history }: Input,
  plan: PruningPlan,
  to: Frontier,
  ratio: number | null,
  trigger: Trigger,
): StepResult {
  const from: Frontier = { clearedTo: state.clearedTo, trimmedTo: state.trimmedTo };
  state.clearedTo = to.clearedTo;
  state.trimmedTo = to.trimmedTo;
  const changes = moveFrontier(history, plan, from, to);
  const decisions = changes.length === 0 ? [] : listRoundDecisions(from, to, ratio, plan.settings);
  return { changes, decisions, triggers: [trigger] };
}

/**
 * A run starts with the stamp that the previous run left. The stamp is written when a user prompt starts; calls do not
 * refresh it.
 */
function startPrompt({ state, history, request }: Input): void {
  const prompts = history.positions("user").length;
  if (prompts === state.promptsSeen || request.now === null) return;
  state.promptsSeen = prompts;
  state.lastTouchAt = state.promptAt;
  state.promptAt = request.now;
}

function takeSignalledTouch(state: State, { signals }: PolicyRequest): void {
  const { lastCacheTouchAt } = signals;
  if (typeof lastCacheTouchAt === "number" || lastCacheTouchAt === null) state.lastTouchAt = lastCacheTouchAt;
}

/** The vendor treats a stamp of 0 as none. */
function makeTtlTrigger({ settings }: PruningPlan, { lastTouchAt }: State, { now }: PolicyRequest): Trigger {
  const idleMs = now === null || !lastTouchAt ? null : now - lastTouchAt;
  const applies = settings.mode !== "off" && settings.ttlMs > 0;
  return {
    fired: applies && idleMs !== null && idleMs >= settings.ttlMs,
    name: "cache-ttl",
    measured: idleMs,
    threshold: settings.ttlMs,
    unit: "ms",
    basis: "counted",
  };
}

function computeCharWindow({ contextWindow }: PolicyRequest): number {
  return (contextWindow ?? 0) * CHARS_PER_TOKEN;
}

/** Generation 1: the head and tail of a long result; `null` if it stays unchanged. */
function trimText(message: Message, softTrim: Settings["softTrim"]): Message | null {
  const text = cutHeadAndTail(listTextBlocks(message).join("\n"), softTrim, String.prototype.slice);
  return text === null ? null : setText(message, text);
}

/**
 * Generations 2 and 3: each image becomes a line, so a result with images is always rewritten. Cuts keep surrogate
 * pairs whole.
 */
function trimTextAndImages(message: Message, softTrim: Settings["softTrim"]): Message | null {
  const images = message.images ?? 0;
  const joined = [...listTextBlocks(message), ...Array.from({ length: images }, () => IMAGE_MARKER)].join(
    "\n",
  );
  const text = cutHeadAndTail(joined, softTrim, slicePairs);
  if (text !== null) return setText(message, text);
  return images > 0 ? setText(message, joined) : null;
}

function cutHeadAndTail(
  text: string,
  { maxChars, headChars, tailChars }: Settings["softTrim"],
  slice: (this: string, start: number, end?: number) => string,
): string | null {
  const { length } = text;
  if (length <= maxChars || headChars + tailChars >= length) return null;
  const head = slice.call(text, 0, headChars);
  const tail = slice.call(text, length - tailChars);
  const note = `[Tool result trimmed: kept first ${headChars} chars and last ${tailChars} chars of ${length} chars.]`;
  return `${head}\n...\n${tail}\n\n${note}`;
}

function slicePairs(this: string, start: number, end: number = this.length): string {
  const from = isPairSplit(this, start) ? start + 1 : start;
  const to = isPairSplit(this, end) ? end - 1 : end;
  return this.slice(from, to);
}

function isPairSplit(text: string, index: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(Math.max(0, index - 1), index + 1));
}
