import { canonicalJson, contentHash } from "../hash";
import { FINDING_RULES } from "./registry";
import type { FindingSettings } from "./settings";

const STAMP_CHARS = 16;

/**
 * Names what findings are made with: the thresholds and the rules that there are. Findings with another stamp are out of
 * date, however new their session's log is.
 */
export function findingsStamp(settings: FindingSettings): string {
  return contentHash(canonicalJson([settings, FINDING_RULES.map(({ code }) => code)])).slice(0, STAMP_CHARS);
}
