import type { Message } from "./contract/message";
import type { Policy, StepResult } from "./contract/policy";
import type { ItemStatus } from "./contract/projection";
import { PolicyRun, type RequestInput, type RunSetup, type RunSnapshot } from "./run";

/** The state of one message of the history; `text` is set if it differs from the original. */
export interface ProjectedItem {
  readonly id: string;
  readonly status: ItemStatus;
  readonly text?: string;
}

export interface ProjectedRequest extends StepResult {
  readonly messages: readonly Message[];
  readonly items: readonly ProjectedItem[];
  readonly snapshot: RunSnapshot;
}

/** Projects one request from its whole history, in linear time. For sessions of many requests use {@link PolicyRun}. */
export function projectChanges(
  policy: Policy,
  history: readonly Message[],
  setup: Omit<RunSetup, "history"> = {},
  request: RequestInput = {},
): ProjectedRequest {
  const run = new PolicyRun(policy, { ...setup, history });
  const result = run.step(request);
  return {
    ...result,
    messages: run.shown.messages(),
    items: listProjectedItems(run),
    snapshot: run.snapshot(),
  };
}

export function listProjectedItems(run: PolicyRun): ProjectedItem[] {
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
