import type { PolicyRequest, Trigger } from "../contract/policy";

export function makeMaxSizeTrigger(
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
