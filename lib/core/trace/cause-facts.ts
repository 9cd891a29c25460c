import { z } from "zod";
import type { TimelessDeclaration, Told } from "./fact";
import { declareFact } from "./fact";
import { nameSchema, noteSchema } from "./scalars";

/**
 * What the report of an edit states of why it was made, and so what the cause of an eviction or a compaction says everywhere.
 * A new fact is a new line at the end.
 */
export const CAUSE_FACTS = {
  policy: declareFact(nameSchema, "the policy that decided"),
  rule: declareFact(nameSchema, "the policy's rule"),
  reason: declareFact(noteSchema, "the reason in words", "where none is given"),
  numbers: declareFact(
    z.record(z.string(), z.number()),
    "the figures of the reason, by name",
    "where it has none",
  ),
} as const satisfies TimelessDeclaration;

/** What the report of a compaction states of it besides its cause and its sizes. A new fact is a new line at the end. */
export const COMPACTION_FACTS = {
  trigger: declareFact(nameSchema, "what started it", "for none"),
  instructions: declareFact(noteSchema, "what somebody asked its summary to do", "where nobody did"),
} as const satisfies TimelessDeclaration;

export type CompactionFacts = Told<typeof COMPACTION_FACTS>;
