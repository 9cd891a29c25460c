import type { Policy } from "./policy";
import { frontTruncation } from "./front-truncation";
import { keepLastN } from "./keep-last-n";
import { none } from "./none";
import { piCompaction } from "./pi-compaction";

/** Every policy that a session can be replayed under. */
export const POLICIES: readonly Policy[] = [none, frontTruncation, keepLastN, piCompaction];

/** The policy of a kind, in the version asked for or in the newest one, which is listed last; undefined where unknown. */
export function findPolicy(kind: string, version?: string): Policy | undefined {
  return POLICIES.findLast(
    (policy) => policy.kind === kind && (version ?? policy.version) === policy.version,
  );
}
