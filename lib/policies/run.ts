import type { Tokens } from "@/lib/core/units";
import { History } from "./contract/history";
import type { Message } from "./contract/message";
import { estimateTokens, makeMessageCounter } from "./shared/estimate";
import { assumeSummary } from "./shared/simulated-summary";
import { NO_PINS } from "./contract/pins";
import type { Policy, PolicyRequest, StepResult, Stepper } from "./contract/policy";
import { Projection, type ProjectionRecord } from "./contract/projection";

export interface RunSnapshot {
  readonly state: unknown;
  readonly shown: ProjectionRecord;
}

export interface RunSetup {
  readonly options?: unknown;
  /** Counts the tokens of a text; by default one token for every four characters. */
  readonly countTokens?: (text: string) => Tokens;
  readonly countMessage?: (message: Message) => Tokens;
  readonly history?: readonly Message[];
  readonly snapshot?: RunSnapshot;
}

export const PLAIN_REQUEST: PolicyRequest = {
  now: null,
  contextWindow: null,
  budget: null,
  systemTokens: null,
  toolsTokens: null,
  maxOutputTokens: null,
  usage: null,
  usageUpTo: null,
  overflow: false,
  requested: false,
  summarize: assumeSummary,
  countTokens: estimateTokens,
  countMessage: makeMessageCounter(estimateTokens),
  signals: {},
};

export type RequestInput = Partial<Omit<PolicyRequest, "countTokens" | "countMessage">>;

/**
 * One session under one policy. Append new messages, then call `step` once per model call. A step costs what it
 * changes.
 */
export class PolicyRun {
  readonly policy: Policy;
  readonly history = new History();
  readonly shown: Projection;
  readonly #stepper: Stepper;
  readonly #counters: Pick<PolicyRequest, "countTokens" | "countMessage">;

  constructor(policy: Policy, setup: RunSetup = {}) {
    this.policy = policy;
    const countTokens = setup.countTokens ?? estimateTokens;
    const countMessage = setup.countMessage ?? makeMessageCounter(countTokens);
    this.#counters = { countTokens, countMessage };
    this.#stepper = policy.begin(setup.options ?? {}, setup.snapshot?.state);
    this.shown = new Projection(this.history, countMessage);
    this.history.append(setup.history ?? []);
    if (setup.snapshot !== undefined) this.shown.restore(setup.snapshot.shown);
  }

  append(messages: Iterable<Message>): void {
    this.history.append(messages);
  }

  /** Projects the next request. `changes` of the result are those that had an effect. */
  step(request: RequestInput = {}): StepResult {
    const full = { ...PLAIN_REQUEST, ...this.#counters, ...request };
    const result = this.#stepper.step({
      history: this.history,
      shown: this.shown,
      request: full,
      pins: NO_PINS,
    });
    this.shown.apply(result.changes);
    return { ...result, changes: this.shown.takeChanges() };
  }

  snapshot(): RunSnapshot {
    return structuredClone({ state: this.#stepper.state, shown: this.shown.record() });
  }
}
