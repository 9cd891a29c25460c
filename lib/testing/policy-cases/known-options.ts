import { isRecord } from "@/lib/core/is-record";
import { PLAINLY } from "@/lib/core/plain-issues";
import { readPresentOptions } from "@/lib/policies/contract/deprecated";
import type { Policy } from "@/lib/policies/contract/policy";

/**
 * The options of a case, for a policy that drops those it does not know: a case with one would run as another.
 * @throws Error naming each option that the policy does not read; ZodError if it refuses a value
 */
export function knownOptions<Options>(policy: Policy, given: Options): Options {
  const { options } = readPresentOptions(policy.deprecated ?? [], given ?? {});
  const dropped = droppedKeys(options, policy.options.parse(options, PLAINLY));
  if (dropped.length > 0)
    throw new Error(
      `${dropped.join(", ")}: ${policy.kind} has no such option, so the case would run without`,
    );
  return given;
}

/** The paths of keys of `given` that reading it has left out. */
function droppedKeys(given: unknown, read: unknown, path = ""): string[] {
  if (Array.isArray(given) && Array.isArray(read))
    return given.flatMap((item, i) => droppedKeys(item, read[i], `${path}[${i}]`));
  if (!isRecord(given) || !isRecord(read)) return [];
  return Object.entries(given).flatMap(([key, value]) => {
    const place = path === "" ? key : `${path}.${key}`;
    return key in read ? droppedKeys(value, read[key], place) : [place];
  });
}
