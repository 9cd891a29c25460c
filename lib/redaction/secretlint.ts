import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import type { Span } from "./detector";

export interface LibraryHit extends Span {
  readonly rule: string;
}

/**
 * The library records every search in a profile for single runs and reads all records on each search. This turns the
 * recording off.
 */
secretLintProfiler.mark = () => undefined;

export async function secretlintHits(text: string): Promise<LibraryHit[]> {
  const { messages } = await lintSource({
    source: { filePath: "share.txt", content: text, ext: ".txt", contentType: "text" },
    options: {
      noPhysicFilePath: true,
      config: { rules: [{ id: "@secretlint/secretlint-rule-preset-recommend", rule: creator }] },
    },
  });
  return messages.map(({ range, ruleId }) => ({
    start: range[0],
    end: range[1],
    rule: ruleId.replace("@secretlint/secretlint-rule-", ""),
  }));
}
