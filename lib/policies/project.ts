import type { Message } from "./contract/message";
import type { Policy, StepResult } from "./contract/policy";
import type { ItemStatus } from "./contract/projection";
import { PolicyRun, type RequestFacts, type RunSetup, type RunSnapshot } from "./run";

/** What became of one message of the history; `text` where it differs from what it said. */
export interface ProjectedItem {
  readonly id: string;
  readonly status: ItemStatus;
  readonly text?: string;
}

/** One request, projected whole. */
export interface ProjectedRequest extends StepResult {
  readonly messages: readonly Message[];
  readonly items: readonly ProjectedItem[];
  readonly snapshot: RunSnapshot;
}

/** Projects one request from its whole history: linear in it. Sessions of many requests go through {@link PolicyRun}. */
export function project(
  policy: Policy,
  history: readonly Message[],
  setup: Omit<RunSetup, "history"> = {},
  request: RequestFacts = {},
): ProjectedRequest {
  const run = new PolicyRun(policy, { ...setup, history });
  const result = run.step(request);
  return { ...result, messages: run.shown.messages(), items: projectedItems(run), snapshot: run.snapshot() };
}

/** What a run currently makes of every message of its history. */
export function projectedItems(run: PolicyRun): ProjectedItem[] {
  const items: ProjectedItem[] = [];
  for (let index = 0; index < run.history.length; index++) {
    const original = run.history.at(index);
    const status = run.shown.statusAt(index);
    const text = run.shown.at(index)?.text;
    const changed = text !== undefined && text !== original.text;
    items.push(changed ? { id: original.id, status, text } : { id: original.id, status });
  }
  return items;
}
