import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import type { Found, Span } from "./detector";
import { isStandIn } from "./secret-value";

export const LIBRARY = "secretlint";
const PREFIX = "@secretlint/secretlint-rule-";

/**
 * The library records every search in a profile for single runs and reads all records on each search. This turns the
 * recording off.
 */
secretLintProfiler.mark = () => undefined;

/** What the rules of secretlint find, run as they are, without placeholders. */
export async function findSecretlintHits(text: string): Promise<Found[]> {
  const { messages } = await lintSource({
    source: { filePath: "share.txt", content: text, ext: ".txt", contentType: "text" },
    options: {
      noPhysicFilePath: true,
      config: { rules: [{ id: `${PREFIX}preset-recommend`, rule: creator }] },
    },
  });
  return messages
    .map(({ range, ruleId }) => {
      const rule = ruleId.replace(PREFIX, "");
      return { ...cutOwnPart(text, ...range), detector: `${LIBRARY}-${rule}`, label: `secret (${rule})` };
    })
    .filter(({ start, end }) => !isStandIn(text.slice(start, end)));
}

/** Of an address with a password, the password. */
function cutOwnPart(text: string, start: number, end: number): Span {
  const parts = /^(\w{1,20}:\/\/[^\s:@/]{0,100}:)([^\s@]{1,200})@/.exec(text.slice(start, end));
  if (parts === null) return { start, end };
  const from = start + (parts[1] ?? "").length;
  return { start: from, end: from + (parts[2] ?? "").length };
}
