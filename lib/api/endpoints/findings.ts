import { z } from "zod";
import { SIGNAL_STATES, SIGNALS } from "@/lib/core/findings/signals";
import { FAMILIES, SEVERITIES } from "@/lib/core/findings/rule/finding";
import { endpoint } from "../endpoint";
import { turnField } from "../schemas";
import { sessionParams } from "./sessions";

export const FINDINGS_PER_PAGE_MAX = 1_000;

const severityField = z.enum(SEVERITIES);
const countsField = z.record(z.string(), z.int());

export const findingSchema = z
  .object({
    code: z.string(),
    family: z.enum(FAMILIES),
    title: z.string(),
    severity: severityField,
    fromTurn: turnField,
    toTurn: turnField,
    blocks: z.array(z.string()).describe("ids of the blocks that it is about, the most important first"),
    numbers: z.record(z.string(), z.number()),
    sentence: z.string(),
    advice: z.string(),
    proof: z.object({
      view: z.enum(["overview", "turn", "evictions", "ledger", "plan", "checkpoints", "why", "block"]),
      turn: turnField.nullable(),
      block: z.string().nullable(),
      compaction: z
        .int()
        .nullable()
        .describe("the place of the compaction that proves it, among those of the session"),
      value: z.string().nullable().describe("the text that is marked in the block"),
      href: z.string().describe("the address of the view that proves it, on this server"),
    }),
  })
  .meta({ id: "Finding" });
export type FindingResult = z.infer<typeof findingSchema>;

export const signalSchema = z
  .object({ signal: z.enum(SIGNALS), state: z.enum(SIGNAL_STATES), sentence: z.string() })
  .meta({ id: "Signal" });

/** How far findings go. While `done` is false, more may follow. */
const analysedUpToField = z
  .object({
    asOfTurn: turnField
      .nullable()
      .describe("the newest turn that the findings know of; a running session is analysed every few turns"),
    events: z.int(),
    received: z.int(),
    thresholds: z
      .enum(["current", "earlier"])
      .describe("whether they were made with the project's thresholds as they stand"),
    done: z.boolean().describe("made of all events, with the current thresholds"),
  })
  .describe("how many of the received events the findings are made of, and with what");

export const listFindings = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/findings",
  summary: "What went wrong in a session",
  description:
    "The most severe first, then by turn. A rule lists a bounded number of cases; what is beyond is counted in `unlisted`. `coverage` says what the " +
    "session's source can show at all: where it shows nothing, a missing finding says nothing.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    code: z.string().max(80).optional(),
    family: z.enum(FAMILIES).optional(),
    severity: severityField.optional(),
    offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(FINDINGS_PER_PAGE_MAX).default(200),
  }),
  response: z.object({
    analysedUpTo: analysedUpToField,
    findings: z.array(findingSchema),
    total: z.int().describe("listed findings that match, on all pages"),
    byCode: countsField.describe("all findings of the session by code"),
    bySeverity: countsField,
    unlisted: countsField.describe("by code, how many more there are than are listed"),
    coverage: z.array(signalSchema),
  }),
});

export const getGate = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/gate",
  summary: "Whether a session keeps a contract",
  description:
    'A contract is JSON: `{"limits": {"serious": 0, "evidence.*": 0, "call.loop": 2}, "require": ["windows"]}`. A limit is for a code, for all codes of a ' +
    "prefix, or for a severity; without a contract no serious finding passes. The verdict is `unknown` while the session is not analysed under the project's thresholds, or when a signal " +
    "that the contract requires is not in its source.",
  scope: "read",
  params: sessionParams,
  query: z.object({ contract: z.string().max(4_000).optional().describe("the contract, as JSON") }),
  response: z.object({
    verdict: z.enum(["pass", "fail", "unknown"]),
    analysedUpTo: analysedUpToField,
    limits: z.array(z.object({ limit: z.string(), atMost: z.int(), found: z.int(), kept: z.boolean() })),
    missing: z.array(z.string()).describe("required signals that the source does not show"),
  }),
});
