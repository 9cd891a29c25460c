import { z } from "zod";
import { FACT_EVENTS, FACT_ROLES } from "@/lib/core/questions/facts/fact-line";
import { LEDGER_CHANGES } from "@/lib/core/ledger/compare";
import { LEDGER_DECISIONS, REASON_CLASSES } from "@/lib/core/ledger/ledger";
import { LEDGER_GROUPS, LEDGER_SORTS } from "@/lib/core/ledger/select";
import { MATCH_LEVELS } from "@/lib/core/questions/search/needle";
import { referenceSchema } from "@/lib/core/trace/blocks-schema";
import { CAUSE_PROVENANCES, EVICTION_HOWS, MODES, SOURCE_KINDS, TRUST_LEVELS } from "@/lib/core/vocabulary";
import { LAYERS, VERDICTS } from "@/lib/core/questions/why/verdict";
import { endpoint } from "../endpoint";
import { declaredBudgetsSchema, provenanceField, tokensField, turnField } from "../schemas";
import { sessionParams } from "./sessions";

const turnParam = z.coerce.number().int().min(0).max(10_000_000);
const QUESTION_CHARS_MAX = 2_000;

export const LEDGER_ROWS_MAX = 5_000;

const ledgerRowSchema = z
  .object({
    sourceId: z.string(),
    inSession: z.boolean().describe("whether the session has a block of this id"),
    kind: z.enum(SOURCE_KINDS),
    name: z.string().nullable(),
    hint: z
      .string()
      .describe(
        "what tells it from others of its name: a path, a command, a query; empty where none is known",
      ),
    decision: z.enum(LEDGER_DECISIONS),
    mode: z.enum(MODES).nullable(),
    position: z.int().nullable(),
    reason: z
      .object({
        class: z.enum(REASON_CLASSES),
        text: z.string(),
        provenance: z.enum(CAUSE_PROVENANCES),
        turn: turnField.nullable(),
      })
      .nullable(),
    trust: z.enum(TRUST_LEVELS).nullable(),
    tokens: tokensField,
    provenance: provenanceField,
    enteredTurn: turnField.nullable().describe("the first turn whose window held it"),
    summaryId: z.string().nullable(),
    originalRef: z.string().nullable(),
    standing: z.boolean().nullable().describe("whether it stands in the window as recorded"),
    text: z.string().nullable(),
  })
  .meta({ id: "LedgerRow" });

const countsField = z.record(z.string(), z.int());

export const getLedger = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/ledger",
  summary: "What a turn's window took in and left out, and why",
  description:
    "As the harness kept it (`reported`), else worked out from the windows (`derived`) with a reason only where one can be shown. With `against`, the rows " +
    "are what `turn` decided differently from that turn: `after` is the row of `turn`, `before` the other's. Pages by `offset`.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    turn: turnParam.optional().describe("the newest turn when left out"),
    against: turnParam.optional(),
    decision: z.enum(LEDGER_DECISIONS).optional(),
    kind: z.enum(SOURCE_KINDS).optional(),
    mode: z.enum(MODES).optional(),
    trust: z.enum(TRUST_LEVELS).optional(),
    reason: z.enum(REASON_CLASSES).optional(),
    change: z.enum(LEDGER_CHANGES).optional(),
    q: z
      .string()
      .max(500)
      .optional()
      .describe("part of the id, the name, the reason or the ledger's own text"),
    sort: z.enum(LEDGER_SORTS).default("window"),
    order: z.enum(["asc", "desc"]).default("asc"),
    by: z.enum(LEDGER_GROUPS).default("none").describe("rows of one group stand together"),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
    limit: z.coerce.number().int().min(1).max(LEDGER_ROWS_MAX).default(200),
  }),
  response: z.object({
    turn: turnField,
    against: turnField.nullable(),
    provenance: z.enum(["reported", "derived"]),
    againstProvenance: z.enum(["reported", "derived"]).nullable(),
    windowKnown: z.boolean(),
    head: z
      .object({
        runId: z.string(),
        policy: z.string().nullable(),
        phase: z.string().nullable(),
        tokenBudget: tokensField,
        estimatedTokens: tokensField,
      })
      .nullable(),
    budgets: declaredBudgetsSchema.nullable(),
    budgetUses: z
      .array(
        z.object({
          source: z.string().nullable().describe("null is the window as a whole"),
          allowed: z.int(),
          used: tokensField,
          largest: z
            .object({ blockId: z.string(), name: z.string(), tokens: z.int() })
            .nullable()
            .describe("the largest block of the source"),
        }),
      )
      .describe("what each source was allowed at the turn, and what it took"),
    remarks: z.array(z.string()).describe("what was noted of the turn beside single blocks"),
    disagreements: z.object({ notStanding: z.int(), notListed: z.int() }),
    rows: z.array(
      z.object({
        change: z.enum(LEDGER_CHANGES).nullable(),
        group: z.string().nullable(),
        before: ledgerRowSchema.nullable(),
        after: ledgerRowSchema.nullable(),
      }),
    ),
    total: z.int().describe("rows that the filters let through"),
    unfiltered: z.int(),
    facets: z.object({
      decision: countsField,
      kind: countsField,
      mode: countsField,
      trust: countsField,
      reason: countsField,
      change: countsField,
    }),
    firstTurn: turnField,
    lastTurn: turnField,
  }),
});

const quoteSchema = z.object({ blockId: z.string(), turn: turnField.nullable(), text: z.string() });
const candidateSchema = z.object({
  sourceId: z.string(),
  inSession: z.boolean(),
  kind: z.enum(SOURCE_KINDS).nullable(),
  name: z.string().nullable(),
  foundIn: z.enum(["content", "label", "path", "id", "ledger"]).nullable(),
  quote: z.string().nullable(),
});

export const getWhy = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/why",
  summary: "Why the model did not use a block or a text in a turn",
  description:
    "One verdict with its proof. Ask about a block by `block`, or about any text by `q`: it is looked for letter for letter, then but for case and white space, " +
    "then by its words, in blocks and in what ledgers left out. `layer` is where the failure lies; null where the recording does not tell.",
  scope: "read",
  params: sessionParams,
  query: z.object({
    turn: turnParam.optional().describe("the newest turn when left out"),
    block: z.string().min(1).max(512).optional(),
    q: z.string().min(1).max(QUESTION_CHARS_MAX).optional(),
  }),
  response: z.object({
    turn: turnField,
    question: z.object({ blockId: z.string().nullable(), text: z.string().nullable() }),
    verdict: z.enum(VERDICTS),
    layer: z.enum(LAYERS).nullable(),
    answer: z.string(),
    decidedAtTurn: turnField,
    subject: candidateSchema.nullable(),
    level: z.enum(MATCH_LEVELS).nullable(),
    standing: z.object({ mode: z.enum(MODES), position: z.int(), of: z.int(), since: turnField }).nullable(),
    exclusion: z
      .object({
        class: z.enum(REASON_CLASSES),
        text: z.string(),
        provenance: z.enum(CAUSE_PROVENANCES),
        turn: turnField.nullable(),
      })
      .nullable(),
    departure: z
      .object({
        turn: turnField,
        how: z.enum(EVICTION_HOWS),
        cause: z.string(),
        provenance: z.enum(CAUSE_PROVENANCES),
        reference: referenceSchema.nullable(),
        restorable: z.boolean(),
        reenteredTurn: turnField.nullable(),
      })
      .nullable(),
    summary: z
      .object({
        blockId: z.string().nullable(),
        turn: turnField,
        standing: z.boolean(),
        says: z.boolean().nullable(),
        kept: z.int(),
        sought: z.int(),
        quote: z.string().nullable(),
      })
      .nullable(),
    use: z
      .object({
        found: z.boolean().nullable(),
        values: z.array(z.string()),
        sought: z.int(),
        method: z.string(),
      })
      .nullable(),
    ownWords: z.array(quoteSchema),
    recalledBy: quoteSchema.nullable(),
    others: z.array(z.object({ candidate: candidateSchema, verdict: z.enum(VERDICTS), turn: turnField })),
    matches: z.int(),
    caveats: z.array(z.string()),
    firstTurn: turnField,
    lastTurn: turnField,
  }),
});

export const getFacts = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/facts",
  summary: "The life of a text in a session's windows",
  description:
    "Where it came in, was shortened, left and came back, which summary still says it, and where the model repeated it. `runs` cover every turn; `lanes` and " +
    "`events` are cut at a bound, with their totals beside them.",
  scope: "read",
  params: sessionParams,
  query: z.object({ q: z.string().min(1).max(QUESTION_CHARS_MAX) }),
  response: z.object({
    query: z.string(),
    level: z.enum(MATCH_LEVELS).nullable(),
    firstTurn: turnField.nullable(),
    lastTurn: turnField.nullable(),
    runs: z.array(
      z.object({
        from: turnField,
        to: turnField,
        state: z.enum(["full", "part", "summary", "own_words", "gone"]),
      }),
    ),
    lanes: z.array(
      z.object({
        blockId: z.string(),
        kind: z.enum(SOURCE_KINDS),
        name: z.string().nullable(),
        role: z.enum(FACT_ROLES),
        createdTurn: turnField.nullable(),
        quote: z.string(),
        spans: z.array(
          z.object({ from: turnField, to: turnField.nullable(), mode: z.enum(MODES), shows: z.boolean() }),
        ),
      }),
    ),
    lanesTotal: z.int(),
    events: z.array(
      z.object({
        turn: turnField,
        kind: z.enum(FACT_EVENTS),
        blockId: z.string().nullable(),
        text: z.string(),
      }),
    ),
    eventsTotal: z.int(),
  }),
});
