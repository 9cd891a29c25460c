import { z } from "zod";
import { COMPLETENESS } from "../vocabulary";
import { blockSchema, windowSchema } from "./blocks-schema";
import { idSchema, nameSchema, noteSchema, tokensSchema } from "./scalars";
import { appliedEditSchema, attemptSchema } from "./event-parts";
import type { Told } from "./fact";
import { fact, factWithDefault, part, timeFact } from "./fact";
import { ENTRIES_MAX } from "./limits";
import { usageStatement } from "./usage-facts";

/**
 * What the event of a turn states, and so what a turn says of itself everywhere. The order is the event's: its fingerprint
 * depends on it. A new fact is a new line at the end.
 */
export const TURN_FACTS = {
  turnId: fact(idSchema, "the sender's id of the call", "for none"),
  endedAt: timeFact("when the answer was complete"),
  model: fact(nameSchema, "the model that was called"),
  provider: fact(nameSchema, "the provider that was called"),
  contextWindow: fact(tokensSchema, "the size of the model's context window, in tokens"),
  usage: part(usageStatement, "the tokens that the provider measured"),
  stopReason: fact(nameSchema, "why the model stopped"),
  error: fact(noteSchema, "the error of the call, with the status", "for none"),
  phase: fact(nameSchema, "the phase of the run", "where it was not said"),
  visibleTools: fact(z.array(nameSchema).max(10_000), "the tools that the model could call"),
  appliedEdits: fact(
    z.array(appliedEditSchema).max(100),
    "edits that the provider applied before the model saw the request",
    "where it reported none",
  ),
  window: part(windowSchema, "what stood in the window: the whole or the change since the window before"),
  windowProvenance: factWithDefault(
    z.enum(["measured", "inferred"]),
    "whether the window is as it was sent, or was put together by a rule of the harness",
    "measured",
  ),
  output: part(z.array(blockSchema).max(ENTRIES_MAX), "what the model answered, as blocks"),
  completeness: factWithDefault(
    z.enum(COMPLETENESS),
    "whether the source holds all of the turn or only a part",
    "complete",
  ),
  attempts: fact(
    z.array(attemptSchema).max(100),
    "earlier attempts at the same request, which failed",
    "for none",
  ),
} as const;

export type TurnFacts = Told<typeof TURN_FACTS>;
