import type { PolicyRequest, Trigger } from "../contract/policy";

/** OpenHands V0: a view of more than `maxSize` events is condensed, and so is any view when somebody asks for it. */
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
