import { z } from "zod";
import { PROVENANCES, LIMIT_PROVENANCES, SOURCE_KINDS } from "../vocabulary";

/** Shapes of what is known of a session. Token figures are `null` if unknown and have their provenance beside them. */

export const tokensField = z.int().nullable().describe("tokens; null where unknown");

export const provenanceField = z
  .enum(PROVENANCES)
  .describe("where the token figure beside it comes from; `unavailable` where it is null");

export const limitProvenanceField = z
  .enum(LIMIT_PROVENANCES)
  .default("recorded")
  .describe("who says how large the context window is; `model table` where neither trace nor project does");

export const turnField = z.int().min(0).describe("index of the turn, from 0");

export const timeField = z.iso.datetime().nullable().describe("a time in UTC; null where unknown");

export const bySourceField = z
  .partialRecord(z.enum(SOURCE_KINDS), z.int())
  .describe("tokens of the window by source kind; a kind that is not there takes none");
