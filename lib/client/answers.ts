import type { PolicyOptions } from "./policy-types";

/** A message as a provider's SDK types it. */
export type ModelMessage = object;

/** A policy in its vendor's own configuration; the kinds are those of a replay. */
export type PolicyToApply = { [Kind in keyof PolicyOptions]: PolicyOf<Kind> }[keyof PolicyOptions];

interface PolicyOf<Kind extends keyof PolicyOptions> {
  readonly kind: Kind;
  readonly version?: string;
  readonly options?: PolicyOptions[Kind];
  readonly pin?: boolean | readonly string[];
  readonly restore?: boolean;
  readonly recite?: boolean;
}

export interface NeedAnswer {
  readonly need: string;
  readonly state: "live" | "pinned" | "referenced" | "refetched" | "dangling" | "unknown";
  readonly reference: string | null;
  readonly lastSeen: { readonly turn: number; readonly block: string } | null;
  readonly call: { readonly tool: string; readonly arguments: string } | null;
}

/**
 * What becomes of a question without an answer in time: `pin` leaves every message in the window and judges steps and states by what
 * the library knows itself, `proceed` goes on unjudged, `throw` throws {@link UnansweredQuestion}.
 */
export type OnUnanswered = "proceed" | "pin" | "throw";

/** A question that Sightglass did not answer in time, where the program asked to be told. */
export class UnansweredQuestion extends Error {
  override readonly name = "UnansweredQuestion";
}

/** Whether a step may run. `judged` is false where nobody could tell: then nothing is known, and the step runs. */
export type StepAnswer = {
  readonly judged: boolean;
  /** The server knows the whole session; the library knows the plan and the messages that it has seen. */
  readonly by: "server" | "library" | "nobody";
  readonly needs: readonly NeedAnswer[];
} & (
  | { readonly action: "proceed"; readonly message: null }
  /** `message` is what to tell the model. */
  | { readonly action: "refetch" | "replan" | "abort"; readonly message: string }
);

/** The window of the next call. `applied` is false where Sightglass did not answer: the messages are those that were given. */
export interface AppliedMessages<M> {
  readonly applied: boolean;
  readonly messages: M[];
  readonly fits: boolean | null;
  readonly left: readonly {
    readonly item: string;
    readonly status: string;
    readonly reference: string | null;
  }[];
  /** What stays only because an open step needs it, in every answer as long as that is so. */
  readonly held: readonly { readonly block: string; readonly reason: string }[];
}

/**
 * What another window needs to go on from: every field is required. An empty list says that there is nothing of the kind.
 */
export interface CheckpointState {
  /** Word for word, as the user gave it. */
  readonly task: string;
  /** What the user and the rules demand, quoted. */
  readonly constraints: readonly string[];
  readonly decisions: readonly { readonly decision: string; readonly reason: string }[];
  /** What was tried or considered, and is not to be tried again. */
  readonly ruled_out: readonly string[];
  /** The steps that are open, by their ids or their texts. */
  readonly plan: readonly string[];
  /** References to what the open steps need, and what was found so far. */
  readonly evidence: readonly string[];
  readonly next_action: string;
}

/** What became of a state object. `unavailable` where nobody could tell: then the loop goes on as it is. */
export interface CheckpointResult<M> {
  /** The server knows the whole session and its restarts; the library knows the plan and the messages that it was given. */
  readonly by: "server" | "library" | "nobody";
  readonly action: "restart" | "repair" | "split" | "unavailable";
  readonly problems: readonly { readonly field: string; readonly message: string }[];
  /** What to tell the model that wrote the state. */
  readonly message: string | null;
  /** The messages to start again with; `null` unless `action` is `restart`. */
  readonly messages: M[] | null;
}

export interface GateVerdict {
  /** Whether Sightglass answered; where it did not, the gate does not hold the loop up. */
  readonly checked: boolean;
  readonly passed: boolean;
  readonly gates: readonly { readonly gate: string; readonly passed: boolean; readonly message: string }[];
}
