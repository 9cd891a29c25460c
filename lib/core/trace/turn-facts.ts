import { z } from "zod";
import { COMPLETENESS } from "../vocabulary";
import { blockSchema, windowSchema } from "./blocks-schema";
import { idSchema, nameSchema, noteSchema, tokensSchema } from "./scalars";
import { appliedEditSchema, attemptSchema } from "./event-parts";
import type { Told } from "./fact";
import { declareFact, declareFactWithDefault, declarePart, declareTimeFact } from "./fact";
import { ENTRIES_MAX } from "./limits";
import { usageStatement } from "./usage-facts";

/**
 * What the event of a turn states, and so what a turn says of itself everywhere. The order is the event's: its fingerprint
 * depends on it. A new fact is a new line at the end.
 */
export const TURN_FACTS = {
  turnId: declareFact(idSchema, "the sender's id of the call", "for none"),
  endedAt: declareTimeFact("when the answer was complete"),
  model: declareFact(nameSchema, "the model that was called"),
  provider: declareFact(nameSchema, "the provider that was called"),
  contextWindow: declareFact(tokensSchema, "the size of the model's context window, in tokens"),
  usage: declarePart(usageStatement, "the tokens that the provider measured"),
  stopReason: declareFact(nameSchema, "why the model stopped"),
  error: declareFact(noteSchema, "the error of the call, with the status", "for none"),
  phase: declareFact(nameSchema, "the phase of the run", "where it was not said"),
  visibleTools: declareFact(z.array(nameSchema).max(10_000), "the tools that the model could call"),
  appliedEdits: declareFact(
    z.array(appliedEditSchema).max(100),
    "edits that the provider applied before the model saw the request",
    "where it reported none",
  ),
  window: declarePart(
    windowSchema,
    "what stood in the window: the whole or the change since the window before",
  ),
  windowProvenance: declareFactWithDefault(
    z.enum(["measured", "inferred"]),
    "whether the window is as it was sent, or was put together by a rule of the harness",
    "measured",
  ),
  output: declarePart(z.array(blockSchema).max(ENTRIES_MAX), "what the model answered, as blocks"),
  completeness: declareFactWithDefault(
    z.enum(COMPLETENESS),
    "whether the source holds all of the turn or only a part",
    "complete",
  ),
  attempts: declareFact(
    z.array(attemptSchema).max(100),
    "earlier attempts at the same request, which failed",
    "for none",
  ),
} as const;

export type TurnFacts = Told<typeof TURN_FACTS>;
