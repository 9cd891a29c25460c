import { z } from "zod";
import { FACT_ROLES, FACT_EVENTS } from "@/lib/core/questions/facts/fact-line";
import { MATCH_LEVELS } from "@/lib/core/questions/search/needle";
import { SOURCE_KINDS, MODES } from "@/lib/core/vocabulary";
import { viewEndpoint } from "../endpoint";
import { turnField } from "@/lib/core/trace/fields";
import { QUESTION_CHARS_MAX, sessionParams } from "./session-params";

export const getFacts = viewEndpoint({
  path: "/api/v1/sessions/{id}/facts",
  summary: "The life of a text in a session's windows",
  description:
    "Where it came in, was shortened, left and came back, which summary still says it, and where the model repeated it. `runs` cover every turn; `lanes` and " +
    "`events` are cut at a bound, with their totals beside them.",
  scope: "read",
  params: sessionParams,
  query: z.object({ q: z.string().min(1).max(QUESTION_CHARS_MAX).describe("the words of the fact") }),
  response: z.object({
    query: z.string().describe("the words that were looked for"),
    level: z.enum(MATCH_LEVELS).nullable().describe("how exactly they were found; null where they were not"),
    firstTurn: turnField.nullable().describe("the first turn of the session; null without turns"),
    lastTurn: turnField.nullable().describe("the last turn of the session; null without turns"),
    runs: z
      .array(
        z.object({
          from: turnField.describe("the first turn of the run"),
          to: turnField.describe("the last turn of the run"),
          state: z
            .enum(["full", "part", "summary", "own_words", "gone"])
            .describe("how much of the fact the window held"),
        }),
      )
      .describe("the state of the fact, as runs of turns"),
    lanes: z
      .array(
        z.object({
          blockId: z.string().describe("the block's id"),
          kind: z.enum(SOURCE_KINDS).describe("where the block's content comes from"),
          name: z.string().nullable().describe("a short name; null for none"),
          role: z.enum(FACT_ROLES).describe("what the block is for the fact"),
          createdTurn: turnField.nullable().describe("the turn that made the content; null where unknown"),
          quote: z.string().describe("the place in the block"),
          spans: z
            .array(
              z.object({
                from: turnField.describe("the first turn of the residency"),
                to: turnField.nullable().describe("the last turn of the residency; null while it lasts"),
                mode: z.enum(MODES).describe("how the block stood there"),
                shows: z.boolean().describe("whether it showed the fact in this mode"),
              }),
            )
            .describe("when the block stood in the window"),
        }),
      )
      .describe("the blocks that say the fact"),
    lanesTotal: z.int().describe("blocks that say the fact, also beyond the list"),
    events: z
      .array(
        z.object({
          turn: turnField,
          kind: z.enum(FACT_EVENTS).describe("what happened"),
          blockId: z.string().nullable().describe("the block that it happened to; null for none"),
          text: z.string().describe("what happened, as a sentence"),
        }),
      )
      .describe("what happened to the fact, in order"),
    eventsTotal: z.int().describe("events, also beyond the list"),
  }),
});
