import { z } from "zod";
import { PLAINLY } from "@/lib/core/plain-issues";
import type { LeafNote } from "@/lib/core/checked";
import type { EpochMs, Tokens } from "@/lib/core/units";
import { readPresentOptions, type DeprecatedOption } from "./deprecated";
import type { Compared } from "./comparison";
import type { VendorConfiguration } from "./configuration";
import type { History } from "./history";
import type { Message } from "./message";
import type { Pins } from "./pins";
import type { Change, Projection } from "./projection";
import type { RunsOn } from "./runs-on";

/** Usage that the provider reported for the previous call; `null` if a figure is not known. */
export interface ReportedUsage {
  readonly input: Tokens | null;
  readonly cacheRead: Tokens | null;
  readonly cacheWrite: Tokens | null;
  readonly output: Tokens | null;
}

/** A text that replaces others. `simulated` says that no model wrote it and that its size is an assumption. */
export interface Summary {
  readonly text: string;
  readonly tokens: Tokens;
  readonly simulated: boolean;
}

export type Summarizer = (source: { readonly messages: number; readonly tokens: Tokens }) => Summary;

export interface PolicyRequest {
  /** The vendor's clock. `null` if the recording has no times: rules that need one do not fire then. */
  readonly now: EpochMs | null;
  readonly contextWindow: Tokens | null;
  readonly budget: Tokens | null;
  readonly systemTokens: Tokens | null;
  readonly toolsTokens: Tokens | null;
  readonly maxOutputTokens: Tokens | null;
  readonly usage: ReportedUsage | null;
  /** The history position after the last message that `usage.input` covered; `null` if unknown. */
  readonly usageUpTo: number | null;
  /** The provider refused the previous attempt because it was too long. */
  readonly overflow: boolean;
  /** Someone asked for a reduction now (a /compact command, a condensation request). */
  readonly requested: boolean;
  readonly summarize: Summarizer;
  readonly countTokens: (text: string) => Tokens;
  /** Tokens of a message by the run's counter. `history.measure(countMessage)` has its sums; `shown.tokens` uses it. */
  readonly countMessage: (message: Message) => Tokens;
  /** Signals of the vendor that have no field above, by the vendor's names. */
  readonly signals: Readonly<Record<string, unknown>>;
}

export interface Trigger {
  readonly fired: boolean;
  readonly name: string;
  readonly measured: number | null;
  readonly threshold: number | null;
  readonly unit: "tokens" | "chars" | "messages" | "ms" | "ratio" | "items";
  readonly basis: "reported" | "estimated" | "counted";
}

/**
 * One ledger row: what the rule did to the history messages from `from` (inclusive) to `to` (exclusive), and the
 * numbers that decided it.
 */
export interface Decision {
  readonly action: "trim" | "clear" | "remove" | "summarize" | "restore" | "insert" | "protect";
  readonly from: number;
  readonly to: number;
  readonly rule: string;
  readonly reason: string;
  readonly numbers: Readonly<Record<string, number>>;
  readonly reference: string | null;
}

export type ReportedEdit = Readonly<Record<string, string | number>>;

export interface SummarizerCall {
  readonly purpose: string;
  readonly inputTokens: Tokens;
  readonly outputTokens: Tokens;
  readonly simulated: boolean;
}

export interface HeldMessage {
  readonly index: number;
  readonly reason: string;
}

export interface StepResult {
  readonly changes: readonly Change[];
  readonly decisions?: readonly Decision[];
  readonly triggers?: readonly Trigger[];
  readonly edits?: readonly ReportedEdit[];
  readonly summarizerCalls?: readonly SummarizerCall[];
  /** Messages that would not stand as they are if a pin did not keep them, in every step as long as that is so. */
  readonly held?: readonly HeldMessage[];
  /** What a reader of the replay must know: what could not be kept, does not fit or was assumed. */
  readonly notes?: readonly string[];
}

/**
 * The input of a step. `state` belongs to the run and is changed in place; it must stay plain JSON. `shown` is the
 * previous step's projection over the current history: new messages in it are kept. A policy that combines others
 * applies the changes of each one before it asks the next; a plain policy only returns its changes.
 */
export interface StepInput<Options, State> {
  readonly options: Options;
  readonly state: State;
  readonly history: History;
  readonly shown: Projection;
  readonly request: PolicyRequest;
  readonly pins: Pins;
}

export interface PolicyIdentity extends LeafNote {
  readonly kind: string;
  /** The version of the vendor's package or format. It is part of the identity if the vendor changed the behaviour. */
  readonly version: string;
  readonly title: string;
  readonly vendor: string;
  readonly configuration?: VendorConfiguration;
  readonly compared?: Compared;
  readonly runsOn?: RunsOn;
  /**
   * The options that fit a session whose windows must stay below `limit` tokens; `own` are the options it ran with.
   * Left out if the vendor has no such option.
   */
  readonly tuned?: (limit: Tokens, own: unknown) => Readonly<Record<string, unknown>>;
  readonly source: string;
  /** True if some rules wait for time to pass. They do not fire if the recording has no times. */
  readonly waits?: boolean;
  /** True if recorded cases call the rule itself, behind the check of the clock: a time that they give is ignored. */
  readonly casesHaveNoClock?: true;
  /**
   * Why a projection may break pairs of calls and results, as the vendor's implementation does; `null` if it
   * never does.
   */
  readonly malformed: string | null;
  readonly keepEverything: unknown;
  /**
   * Why a pin cannot be kept under these options: the vendor's implementation leaves room for one text only. `null` if
   * it can. Without this function, every rule of the policy skips pinned messages.
   */
  readonly cannotPin?: (options: unknown) => string | null;
  readonly deprecated?: readonly DeprecatedOption[];
}

export interface PolicyDefinition<Options, State> extends PolicyIdentity {
  readonly options: z.ZodType<Options>;
  /** What is remembered between requests. Parsing `{}` gives the state of a new session. */
  readonly state: z.ZodType<State>;
  step(input: StepInput<Options, State>): StepResult;
}

export interface Stepper {
  step(input: Omit<StepInput<unknown, unknown>, "options" | "state">): StepResult;
  /** Live: it changes with the next step. */
  readonly state: unknown;
}

export interface Policy extends PolicyIdentity {
  readonly options: z.ZodType;
  /**
   * Starts a session, or continues one from its state.
   * @throws ZodError if {@link Policy.options} refuses the options
   */
  begin(options: unknown, state?: unknown): Stepper;
}

export function definePolicy<Options, State>(definition: PolicyDefinition<Options, State>): Policy {
  return {
    ...definition,
    begin(rawOptions, rawState = {}) {
      const present = readPresentOptions(definition.deprecated ?? [], rawOptions);
      if (present.issues.length > 0) throw new z.ZodError([...present.issues]);
      const options = definition.options.parse(present.options, PLAINLY);
      const state = definition.state.parse(structuredClone(rawState), PLAINLY);
      return { state, step: (input) => definition.step({ ...input, options, state }) };
    },
  };
}
