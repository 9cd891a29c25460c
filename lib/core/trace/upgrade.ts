import { assert } from "../assert";
import { EVENT_VERSION } from "./event-schema";

export type UpgradeStep = (event: Record<string, unknown>) => Record<string, unknown>;

/** `steps[i]` upgrades version `i + 1` to `i + 2`. Version 1 is the first, so there is no step yet. */
const STEPS: readonly UpgradeStep[] = [];

/**
 * Makes the function that upgrades a stored or received event to `current`, one version at a time.
 * @throws InvariantError if the chain has not exactly one step for each version below `current`.
 */
export function makeUpgrade(steps: readonly UpgradeStep[], current: number) {
  assert(steps.length === current - 1, `the upgrade chain has ${steps.length} steps for version ${current}`);
  return (event: Record<string, unknown>): Record<string, unknown> => {
    const version = event.v === undefined ? 1 : event.v;
    if (typeof version !== "number" || !Number.isInteger(version) || version < 1 || version > current)
      return event;
    return steps
      .slice(version - 1)
      .reduce((older, step, i) => ({ ...step(older), v: version + i + 1 }), event);
  };
}

/**
 * Upgrades an event to {@link EVENT_VERSION}. An event of an unknown version is returned unchanged; the schema refuses
 * it.
 */
export const upgradeEvent = makeUpgrade(STEPS, EVENT_VERSION);
