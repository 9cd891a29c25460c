import { bindsLater, isOrder as ordersSomething } from "@/lib/language/matcher";
import { remembering } from "../remembering";
import type { SourceKind } from "../vocabulary";

const INSTRUCTS: ReadonlySet<SourceKind> = new Set(["system_rules", "repository_instructions"]);

/** What a user only thinks aloud is not an order. */
export function isOrder(sentence: string, kind: SourceKind): boolean {
  return ordersSomething(sentence, INSTRUCTS.has(kind));
}

/** Whether a sentence binds later turns. */
export const binds = remembering(
  (sentence: string, kind: SourceKind) => `${kind} ${sentence}`,
  (sentence, kind): boolean => bindsLater(sentence, INSTRUCTS.has(kind)),
);
