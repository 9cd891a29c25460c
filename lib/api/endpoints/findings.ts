import { z } from "zod";
import { SIGNAL_STATES, SIGNALS } from "@/lib/core/findings/signals";
import { HARM_SORTS } from "@/lib/core/findings/harm-sort";
import { FAMILIES, SEVERITIES, STANDINGS, TIERS } from "@/lib/core/findings/rule/finding";
import { FINDING_FACTS, proofPlaceSchema } from "@/lib/core/findings/rule/finding-facts";
import { makeAnsweredFields } from "@/lib/core/trace/fact";
import { endpoint, viewEndpoint } from "../endpoint";
import { turnField } from "@/lib/core/trace/fields";
import { verdictSchema } from "./verdicts";
import { sessionParams } from "./session-params";

export const FINDINGS_PER_PAGE_MAX = 1_000;

const severityField = z.enum(SEVERITIES);
const countsField = z.record(z.string(), z.int());

export const findingSchema = z
  .object({
    id: z.string().describe("the same in every analysis of the session that finds it"),
    code: z.string().describe("the stable code of the rule, such as `evidence.dangling`"),
    family: z.enum(FAMILIES).describe("the group that the rule belongs to"),
    title: z.string().describe("the rule's title"),
    standing: z
      .enum(STANDINGS)
      .describe(
        "proved by claims that hold, suspected from prose or likeness or by an experimental rule, or judged by a configured model",
      ),
    tier: z
      .enum(TIERS)
      .default("established")
      .describe("whether a true case of the rule is known; what an experimental rule finds counts nowhere"),
    severity: severityField
      .nullable()
      .describe(
        "how bad it is; null where it is only suspected; what a model judged is at most a warning until a person confirms it",
      ),
    fromTurn: turnField.describe("the first turn that it is about"),
    toTurn: turnField.describe("the last turn that it is about"),
    ...makeAnsweredFields(FINDING_FACTS),
    proof: proofPlaceSchema
      .extend({ href: z.string().describe("the address of the view that proves it, on this server") })
      .describe("the view that shows it"),
    verdict: verdictSchema.nullable().describe("what a person said of it; null where nobody did"),
  })
  .meta({ id: "Finding" });
export type FindingResult = z.infer<typeof findingSchema>;

export const causeSchema = z
  .object({
    cause: z.string().describe("id of the finding that leads: `cause` of every finding with this cause"),
    code: z.string().describe("the leading finding's code"),
    severity: severityField.nullable().describe("of the leading finding; null where it does not count"),
    harm: z
      .enum(HARM_SORTS)
      .default("failed")
      .describe(
        "what sort of harm it did: something failed or did not hold, something was lost, or tokens and room were wasted",
      ),
    fromTurn: turnField.describe("where the leading finding begins"),
    sentence: z.string().describe("what was found, and what came of it"),
    parts: z
      .array(
        z.object({
          code: z.string().describe("the code"),
          title: z.string().describe("the rule's title"),
          times: z.int().describe("how many of its findings have this cause"),
          tokens: z.number().nullable().describe("what they cost together; null where they say no tokens"),
          about: z
            .array(z.string())
            .default([])
            .describe("what the first of them are about, such as files and commands"),
        }),
      )
      .describe("the other findings of the cause, by code"),
  })
  .meta({ id: "Cause" });

export const signalSchema = z
  .object({
    signal: z.enum(SIGNALS).describe("what a source may say, such as usage or tool calls"),
    state: z.enum(SIGNAL_STATES).describe("whether the session has it everywhere, in places or nowhere"),
    sentence: z.string().describe("what follows from that for the findings"),
  })
  .meta({ id: "Signal" });

const analysedUpToField = z
  .object({
    asOfTurn: turnField
      .nullable()
      .describe("the newest turn that the findings know of; a running session is analysed every few turns"),
    events: z.int().describe("events that the analysis knows"),
    received: z.int().describe("events that were received by now"),
    thresholds: z
      .enum(["current", "earlier"])
      .describe("whether they were made with the project's thresholds as they stand"),
    done: z.boolean().describe("made of all events, with the current thresholds"),
    refused: z
      .string()
      .nullable()
      .describe("why the session is too large to analyse; it is analysed no further. null where it is not"),
  })
  .describe("how many of the received events the findings are made of, and with what");

export const listFindings = viewEndpoint({
  path: "/api/v1/sessions/{id}/findings",
  summary: "What went wrong in a session",
  description:
    "By cause: one of each sort of harm first, in the order of what they broke or cost. A rule lists a bounded number of cases; what is beyond is counted in `unlisted`. `coverage` says what the " +
    "session's source can show at all: where it shows nothing, a missing finding says nothing.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    code: z.string().max(80).optional().describe("only findings of this rule"),
    family: z.enum(FAMILIES).optional().describe("only findings of this group"),
    severity: severityField.optional().describe("only findings of this severity"),
    standing: z.enum(STANDINGS).optional().describe("only findings that stand like this"),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0).describe("findings to skip"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(FINDINGS_PER_PAGE_MAX)
      .default(200)
      .describe("findings in the answer at most"),
  }),
  response: z.object({
    analysedUpTo: analysedUpToField.describe("how much of the session the findings are about"),
    findings: z.array(findingSchema).describe("the findings, by what they broke or cost"),
    causes: z
      .array(causeSchema)
      .default([])
      .describe("the findings of this page by cause, in the order of what they broke or cost"),
    total: z.int().describe("listed findings that match, on all pages"),
    byCode: countsField.describe(
      "findings of the session by code: those that are proved, and of the judged those that a person confirmed; not those that a person called false or not useful",
    ),
    bySeverity: countsField.describe("findings by severity, before paging"),
    suspected: countsField.describe(
      "what is suspected or judged and not confirmed, by code; the other counts leave it out",
    ),
    gone: z
      .array(
        verdictSchema.extend({
          id: z.string().describe("the finding's id"),
          code: z.string().describe("the finding's code"),
          standing: z.enum(STANDINGS).describe("how it stood"),
        }),
      )
      .describe("what people said of findings that the newest analysis no longer finds"),
    unlisted: countsField.describe("by code, how many more there are than are listed"),
    coverage: z
      .array(signalSchema)
      .describe("what the source says and what it does not, which decides what can be found"),
  }),
});

export const getGate = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/gate",
  summary: "Whether a session keeps a contract",
  description:
    'A contract is JSON: `{"limits": {"serious": 0, "evidence.*": 0, "call.loop": 2}, "require": ["windows"]}`. A limit is for a code, for all codes of a ' +
    "prefix, or for a severity. " +
    '`{"cost": {"rewrittenShare": 0.1}}` limits the bill: no more than 10 % written again. ' +
    "Without a contract no serious finding passes. The verdict is `unknown` while the session is not analysed under the project's thresholds, where a limited figure of the bill is not known, or when a signal " +
    "that the contract requires is not in its source.",
  scope: "read",
  params: sessionParams,
  query: z.object({ contract: z.string().max(4_000).optional().describe("the contract, as JSON") }),
  response: z.object({
    verdict: z
      .enum(["pass", "fail", "unknown"])
      .describe("`unknown` where the source lacks a signal that the contract requires"),
    analysedUpTo: analysedUpToField.describe("how much of the session was judged"),
    limits: z
      .array(
        z.object({
          limit: z
            .string()
            .describe("the severity, group or code that is limited, or `cost.` with the figure of the bill"),
          atMost: z.number().describe("findings that are allowed, or the greatest value of the figure"),
          found: z
            .number()
            .nullable()
            .describe("findings that there are, or the figure; null where the figure is not known"),
          kept: z.boolean().describe("whether the limit is kept"),
          examples: z
            .array(
              z.object({
                code: z.string().describe("the finding's code"),
                turn: z.int().describe("where it begins"),
              }),
            )
            .nullable()
            .default([])
            .describe(
              "the first findings that break the limit; none where it is kept, null before the first analysis",
            ),
        }),
      )
      .describe("the limits of the contract, each with what was found"),
    missing: z.array(z.string()).describe("required signals that the source does not show"),
  }),
});
