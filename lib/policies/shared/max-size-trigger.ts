import type { PolicyRequest, Trigger } from "../contract/policy";

/** OpenHands V0: a view is condensed if it has more than `maxSize` events or if someone asks for it. */
export function maxSizeTrigger(
  length: number,
  maxSize: number,
  { requested }: Pick<PolicyRequest, "requested">,
): Trigger {
  return {
    fired: length > maxSize || requested,
    name: "max_size",
    measured: length,
    threshold: maxSize,
    unit: "items",
    basis: "counted",
  };
}
