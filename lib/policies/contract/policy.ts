import { z } from "zod";
import type { EpochMs, Tokens } from "@/lib/core/units";
import { presentOptions, type DeprecatedOption } from "./deprecated";
import type { History } from "./history";
import type { Message } from "./message";
import type { Pins } from "./pins";
import type { Change, Projection } from "./projection";
import type { RunsOn } from "./runs-on";

/** Usage that the provider reported for the previous call; null where a figure is not known. */
export interface ReportedUsage {
  /** Everything the model read, cached or not. */
  readonly input: Tokens | null;
  readonly cacheRead: Tokens | null;
  readonly cacheWrite: Tokens | null;
  readonly output: Tokens | null;
}

/** A text that stands in place of others. `simulated` says that no model wrote it and that its size is an assumption. */
export interface Summary {
  readonly text: string;
  readonly tokens: Tokens;
  readonly simulated: boolean;
}

/** Answers what a summary of `sourceTokens` tokens would be. Replays cannot ask the model, so they assume a size. */
export type Summarizer = (source: { readonly messages: number; readonly tokens: Tokens }) => Summary;

/** What an owner's implementation knows when it is about to call the model. */
export interface PolicyRequest {
  /** The owner's clock. Null where the recording has no times: rules that need one do not fire. */
  readonly now: EpochMs | null;
  readonly contextWindow: Tokens | null;
  readonly budget: Tokens | null;
  /** Sizes of what stands in front of the messages; null where unknown. */
  readonly systemTokens: Tokens | null;
  readonly toolsTokens: Tokens | null;
  readonly maxOutputTokens: Tokens | null;
  readonly usage: ReportedUsage | null;
  /** The history position after the last message that `usage.input` covered; null where unknown. */
  readonly usageUpTo: number | null;
  /** The provider refused the previous attempt because it was too long. */
  readonly overflow: boolean;
  /** Someone asked for a reduction now (a /compact command, a condensation request). */
  readonly requested: boolean;
  readonly summarize: Summarizer;
  /** Tokens of a text by the run's counter. */
  readonly countTokens: (text: string) => Tokens;
  /** Tokens of a message by the run's counter: `history.measure(countMessage)` has its sums, `shown.tokens` uses it. */
  readonly countMessage: (message: Message) => Tokens;
  /** The owner's own signals that have no place above, by the owner's name for them. */
  readonly signals: Readonly<Record<string, unknown>>;
}

/** What was held against what. `reported` figures come from the provider, `estimated` ones from the owner's own rule. */
export interface Trigger {
  readonly fired: boolean;
  readonly name: string;
  readonly measured: number | null;
  readonly threshold: number | null;
  readonly unit: "tokens" | "chars" | "messages" | "ms" | "ratio" | "items";
  readonly basis: "reported" | "estimated" | "counted";
}

/** One ledger row: what the rule did to the history messages from `from` up to `to`, and the numbers that decided it. */
export interface Decision {
  readonly action: "trim" | "clear" | "remove" | "summarize" | "restore" | "insert" | "protect";
  readonly from: number;
  readonly to: number;
  /** Stable name of the rule within the policy. */
  readonly rule: string;
  readonly reason: string;
  readonly numbers: Readonly<Record<string, number>>;
  /** What was left by which the content can be found again; null where nothing was. */
  readonly reference: string | null;
}

/** An edit as the owner reports it in its response. */
export type ReportedEdit = Readonly<Record<string, string | number>>;

/** A call to a model that the policy makes beside the session's own. */
export interface SummarizerCall {
  readonly purpose: string;
  readonly inputTokens: Tokens;
  readonly outputTokens: Tokens;
  readonly simulated: boolean;
}

/** What a step did. Everything but `changes` may be left out where there is nothing to say. */
export interface StepResult {
  readonly changes: readonly Change[];
  readonly decisions?: readonly Decision[];
  readonly triggers?: readonly Trigger[];
  readonly edits?: readonly ReportedEdit[];
  readonly summarizerCalls?: readonly SummarizerCall[];
  /** Things a reader of the replay must know (could not be kept, does not fit, assumed). */
  readonly notes?: readonly string[];
}

/**
 * What a step works on. `state` belongs to the run and is changed in place; it must stay plain JSON. `shown` is the
 * projection of the previous step over the history of this one: new messages stand in it as kept. A policy made of several
 * applies the changes of each to it before it asks the next; a plain one only returns its changes.
 */
export interface StepInput<Options, State> {
  readonly options: Options;
  readonly state: State;
  readonly history: History;
  readonly shown: Projection;
  readonly request: PolicyRequest;
  /** What the rules have to pass over when they choose. */
  readonly pins: Pins;
}

/** What every policy says about itself. */
export interface PolicyIdentity {
  readonly kind: string;
  /** Of the owner's package or format: part of the identity where the owner changed the behaviour. */
  readonly version: string;
  readonly title: string;
  readonly owner: string;
  /** What it is part of; anybody can have it where it is left out. */
  readonly runsOn?: RunsOn;
  /**
   * The options that fit a session whose windows are to stay below `limit` tokens; `own` is what it ran with. Left out where
   * the owner has no such option.
   */
  readonly tuned?: (limit: Tokens, own: unknown) => Readonly<Record<string, unknown>>;
  /** Where the rule comes from and how well it is known, in one line. */
  readonly source: string;
  /** Some of its rules wait for time to pass: they do not fire where the recording has no times. */
  readonly waits?: boolean;
  /** Why a projection may break call and result pairs, where the owner's implementation does; null where it never may. */
  readonly malformed: string | null;
  /** Options under which nothing may ever leave the window; null where the owner offers none. */
  readonly keepEverything: unknown;
  /**
   * Why a pin cannot be honoured under these options: the owner's implementation leaves room for one text only. Null where
   * it can; every rule of a policy without this one passes over what is pinned.
   */
  readonly cannotPin?: (options: unknown) => string | null;
  /** Older names of options that the owner still reads. */
  readonly deprecated?: readonly DeprecatedOption[];
}

/** A policy as its folder writes it, with types of its own for options and state. */
export interface PolicyDefinition<Options, State> extends PolicyIdentity {
  /** The owner's own configuration format: key names, nesting, defaults. */
  readonly options: z.ZodType<Options>;
  /** What is remembered between requests. Parsing `{}` gives the state of a new session. */
  readonly state: z.ZodType<State>;
  step(input: StepInput<Options, State>): StepResult;
}

/** One session under one policy. */
export interface Stepper {
  step(input: Omit<StepInput<unknown, unknown>, "options" | "state">): StepResult;
  /** The state as it stands; it changes with the next step. */
  readonly state: unknown;
}

/** A policy as everyone else sees it. */
export interface Policy extends PolicyIdentity {
  readonly options: z.ZodType;
  /** Starts a session, or continues one from its state. Throws a `ZodError` for options that {@link Policy.options} refuses. */
  begin(options: unknown, state?: unknown): Stepper;
}

/** Hides a policy's own types: options and state are checked here and opaque outside. */
export function definePolicy<Options, State>(definition: PolicyDefinition<Options, State>): Policy {
  return {
    ...definition,
    begin(rawOptions, rawState = {}) {
      const present = presentOptions(definition.deprecated ?? [], rawOptions);
      if (present.issues.length > 0) throw new z.ZodError([...present.issues]);
      const options = definition.options.parse(present.options);
      const state = definition.state.parse(structuredClone(rawState));
      return { state, step: (input) => definition.step({ ...input, options, state }) };
    },
  };
}
