import { z } from "zod";
import { NOTE_CHARS_MAX, FINDING_VERDICTS } from "@/lib/core/findings/counted";
import { verdictShape } from "@/lib/core/findings/verdict";
import { endpoint } from "../endpoint";
import { turnField } from "@/lib/core/trace/fields";
import { sessionParams } from "./session-params";

const findingParams = sessionParams.extend({
  finding: z.string().min(1).max(80).describe("id of the finding"),
});

export const verdictSchema = z.object(verdictShape).meta({ id: "Verdict" });

export const verdictBody = z.strictObject({
  verdict: z
    .enum(FINDING_VERDICTS)
    .describe("`true`, `false`, or `not-useful`: true, but nobody needs to know"),
  note: z.string().trim().max(NOTE_CHARS_MAX).default("").describe("why, in a few words"),
});

export const giveVerdict = endpoint({
  method: "PUT",
  path: "/api/v1/sessions/{id}/findings/{finding}/verdict",
  summary: "Say whether a finding is true",
  description:
    "A finding that is called false or not useful no longer counts, and no longer fails a gate. What a model judged counts with its severity once it is called true. " +
    "The verdict is kept when the session is analysed again, and exported with the session.",
  scope: "write",
  params: findingParams,
  body: { "application/json": verdictBody },
  response: verdictSchema,
});

export const withdrawVerdict = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/findings/{finding}/verdict",
  summary: "Take back what was said of a finding",
  description: "The finding counts again as if nobody had said anything of it.",
  scope: "write",
  params: findingParams,
  response: z.object({ withdrawn: z.boolean().describe("whether there was a verdict") }),
});

export const checkedClaimSchema = z.object({
  is: z.string().describe("what the claim states, such as `absent`"),
  holds: z.boolean().nullable().describe("null where the session does not hold enough to decide"),
  words: z.string().describe("the claim in a sentence"),
  turn: turnField.nullable().describe("the turn that it is about; null for none"),
  block: z.string().nullable().describe("id of the block that it is about; null for none"),
  span: z
    .object({
      from: z.int().describe("the first character"),
      to: z.int().describe("the character after the last"),
    })
    .nullable()
    .describe("where the block's text says the value; null where it does not, or in another spelling"),
  href: z.string().nullable().describe("the address that shows the place, on this server; null for none"),
});

export const getProof = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/findings/{finding}/proof",
  summary: "Check the claims of a finding again",
  description: "The windows are read from the event log, and every claim of the finding is decided anew.",
  scope: "read",
  params: findingParams,
  response: z.object({
    holds: z
      .boolean()
      .nullable()
      .describe("whether all claims hold; null where one cannot be decided, and where there are none"),
    claims: z.array(checkedClaimSchema).describe("the claims in the finding's order"),
  }),
});

export const precisionSchema = z
  .object({
    code: z.string().describe("the rule's code"),
    title: z.string().describe("the rule's title"),
    judged: z.int().describe("its findings of which people said something"),
    confirmed: z.int().describe("those that they called true"),
    false: z.int().describe("those that they called false"),
    notUseful: z.int().describe("those that they called not useful"),
  })
  .meta({ id: "RulePrecision" });

export const listPrecision = endpoint({
  method: "GET",
  path: "/api/v1/precision",
  summary: "How often people confirmed each rule",
  description: "Of all sessions of the project, the rules with most verdicts first.",
  scope: "read",
  response: z.object({
    rules: z.array(precisionSchema).describe("the rules of whose findings people said something"),
  }),
});
