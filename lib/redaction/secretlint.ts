import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import type { Span } from "./detector";

/** A secret that the library found. */
export interface LibraryHit extends Span {
  readonly rule: string;
}

/** The library notes every look for a profile of a single run, and goes through all notes at each: here it notes nothing. */
secretLintProfiler.mark = () => undefined;

/** What the recommended rules of secretlint find in a text. */
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
