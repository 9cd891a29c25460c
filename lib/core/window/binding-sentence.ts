import { bindsLater } from "@/lib/language/matcher";
import { remembering } from "../remembering";
import type { SourceKind } from "../vocabulary";

const INSTRUCTS: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions"]);

/** Whether a sentence binds later turns. */
export const binds = remembering(
  (sentence: string, kind: SourceKind) => `${kind} ${sentence}`,
  (sentence, kind): boolean => bindsLater(sentence, INSTRUCTS.has(kind)),
);
