import { bindsLater } from "@/lib/language/matcher";
import { rememberResults } from "../remembering";
import type { SourceKind } from "../vocabulary";

const INSTRUCTS: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions"]);

/** Whether a sentence binds later turns. */
export const binds = rememberResults(
  (sentence: string, kind: SourceKind) => `${kind} ${sentence}`,
  (sentence, kind): boolean => bindsLater(sentence, INSTRUCTS.has(kind)),
);
