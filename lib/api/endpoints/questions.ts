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
    sourceId: z.string().describe("the id that the harness gave the candidate, else the block's id"),
    inSession: z.boolean().describe("whether the session has a block of this id"),
    kind: z.enum(SOURCE_KINDS).describe("where its content comes from"),
    name: z.string().nullable().describe("a short name; null for none"),
    hint: z
      .string()
      .describe(
        "what tells it from others of its name: a path, a command, a query; empty where none is known",
      ),
    decision: z.enum(LEDGER_DECISIONS).describe("whether it was included or excluded"),
    mode: z.enum(MODES).nullable().describe("how it stood in the window; null for what did not"),
    position: z
      .int()
      .nullable()
      .describe("its place in the window, from 0; null for what did not stand there"),
    reason: z
      .object({
        class: z.enum(REASON_CLASSES).describe("the kind of reason"),
        text: z.string().describe("the reason in words"),
        provenance: z.enum(CAUSE_PROVENANCES).describe("whether the harness reported it or it was derived"),
        turn: turnField.nullable().describe("the turn that the reason is about; null for none"),
      })
      .nullable()
      .describe("why the decision was taken; null where nobody says"),
    trust: z.enum(TRUST_LEVELS).nullable().describe("how far its content may be trusted; null where unknown"),
    tokens: tokensField.describe("its size in tokens; null where unknown"),
    provenance: provenanceField,
    enteredTurn: turnField.nullable().describe("the first turn whose window held it"),
    summaryId: z.string().nullable().describe("id of the summary that stands for it; null for none"),
    originalRef: z.string().nullable().describe("the reference to the original; null for none"),
    standing: z.boolean().nullable().describe("whether it stands in the window as recorded"),
    text: z.string().nullable().describe("the beginning of its content; null where unknown"),
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
    against: turnParam.optional().describe("the turn to compare with"),
    decision: z.enum(LEDGER_DECISIONS).optional().describe("only rows with this decision"),
    kind: z.enum(SOURCE_KINDS).optional().describe("only rows of this source kind"),
    mode: z.enum(MODES).optional().describe("only rows in this mode"),
    trust: z.enum(TRUST_LEVELS).optional().describe("only rows of this trust level"),
    reason: z.enum(REASON_CLASSES).optional().describe("only rows excluded for this kind of reason"),
    change: z.enum(LEDGER_CHANGES).optional().describe("only rows that changed like this"),
    q: z
      .string()
      .max(500)
      .optional()
      .describe("part of the id, the name, the reason or the ledger's own text"),
    sort: z.enum(LEDGER_SORTS).default("window").describe("what the rows are sorted by"),
    order: z.enum(["asc", "desc"]).default("asc").describe("ascending or descending"),
    by: z.enum(LEDGER_GROUPS).default("none").describe("rows of one group stand together"),
    offset: z.coerce.number().int().min(0).max(10_000_000).default(0).describe("rows to skip"),
    limit: z.coerce
      .number()
      .int()
      .min(1)
      .max(LEDGER_ROWS_MAX)
      .default(200)
      .describe("rows in the answer at most"),
  }),
  response: z.object({
    turn: turnField.describe("the turn that was asked for"),
    against: turnField.nullable().describe("the turn that was compared with; null for none"),
    provenance: z
      .enum(["reported", "derived"])
      .describe(
        "`reported` where the harness kept a ledger, `derived` where the windows show what was decided",
      ),
    againstProvenance: z
      .enum(["reported", "derived"])
      .nullable()
      .describe("the same for the turn that was compared with; null without one"),
    windowKnown: z.boolean().describe("whether the source says what stood in the window"),
    head: z
      .object({
        runId: z.string().describe("the harness's id of the run"),
        policy: z.string().nullable().describe("the policy that decided; null where it was not said"),
        phase: z.string().nullable().describe("the phase of the run; null where it was not said"),
        tokenBudget: tokensField.describe("the budget in tokens; null where it was not said"),
        estimatedTokens: tokensField.describe(
          "the size that the harness estimated, in tokens; null where it was not said",
        ),
      })
      .nullable()
      .describe("what the harness said of the decision as a whole; null where it kept no ledger"),
    budgets: declaredBudgetsSchema
      .nullable()
      .describe("the declared budgets that hold at this turn; null where there are none"),
    budgetUses: z
      .array(
        z.object({
          source: z.string().nullable().describe("null is the window as a whole"),
          allowed: z.int().describe("tokens that the budget allows"),
          used: tokensField.describe("tokens that are used of it; null where unknown"),
          largest: z
            .object({
              blockId: z.string().describe("the largest block of the part"),
              name: z.string().describe("its name"),
              tokens: z.int().describe("its size in tokens"),
            })
            .nullable()
            .describe("the largest block of the source"),
        }),
      )
      .describe("what each source was allowed at the turn, and what it took"),
    remarks: z.array(z.string()).describe("what was noted of the turn beside single blocks"),
    disagreements: z
      .object({
        notStanding: z.int().describe("entries that the ledger includes and the window lacks"),
        notListed: z.int().describe("blocks of the window that the ledger does not list"),
      })
      .describe("where the harness's ledger and the window disagree"),
    rows: z
      .array(
        z.object({
          change: z
            .enum(LEDGER_CHANGES)
            .nullable()
            .describe("how the row changed since the turn that was compared with; null without one"),
          group: z.string().nullable().describe("the group that the row belongs to; null for none"),
          before: ledgerRowSchema
            .nullable()
            .describe("the row at the turn that was compared with; null where it was not there"),
          after: ledgerRowSchema.nullable().describe("the row at this turn; null where it is not there"),
        }),
      )
      .describe("the rows, after filters"),
    total: z.int().describe("rows that the filters let through"),
    unfiltered: z.int().describe("rows before filters"),
    facets: z
      .object({
        decision: countsField.describe("rows by decision"),
        kind: countsField.describe("rows by source kind"),
        mode: countsField.describe("rows by mode"),
        trust: countsField.describe("rows by trust level"),
        reason: countsField.describe("rows by kind of reason"),
        change: countsField.describe("rows by change"),
      })
      .describe("rows by each filter's values"),
    firstTurn: turnField.describe("the first turn of the session"),
    lastTurn: turnField.describe("the last turn of the session"),
  }),
});

const quoteSchema = z.object({
  blockId: z.string().describe("the block that says it"),
  turn: turnField.nullable().describe("the turn at which it was said; null where unknown"),
  text: z.string().describe("the words, with their surroundings"),
});
const candidateSchema = z.object({
  sourceId: z.string().describe("the id that the harness gave the candidate, else the block's id"),
  inSession: z.boolean().describe("whether the session has its content"),
  kind: z.enum(SOURCE_KINDS).nullable().describe("where its content comes from; null where unknown"),
  name: z.string().nullable().describe("a short name; null for none"),
  foundIn: z
    .enum(["content", "label", "path", "id", "ledger"])
    .nullable()
    .describe("what the words of the question were found in; null where a block was asked for"),
  quote: z.string().nullable().describe("the place that fits the question; null for none"),
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
    block: z.string().min(1).max(512).optional().describe("id of the block to ask about; this or `q`"),
    q: z.string().min(1).max(QUESTION_CHARS_MAX).optional().describe("words to look for; this or `block`"),
  }),
  response: z.object({
    turn: turnField.describe("the turn that was asked about"),
    question: z
      .object({
        blockId: z.string().nullable().describe("the block that was asked about; null where words were"),
        text: z.string().nullable().describe("the words that were asked about; null where a block was"),
      })
      .describe("what was asked"),
    verdict: z.enum(VERDICTS).describe("the answer in one word"),
    layer: z.enum(LAYERS).nullable().describe("which part of the system is responsible; null where none is"),
    answer: z.string().describe("the answer as a sentence"),
    decidedAtTurn: turnField.describe("the turn at which it was decided"),
    subject: candidateSchema.nullable().describe("what the answer is about; null where nothing fits"),
    level: z
      .enum(MATCH_LEVELS)
      .nullable()
      .describe("how exactly the words were found; null where they were not"),
    standing: z
      .object({
        mode: z.enum(MODES).describe("how it stood"),
        position: z.int().describe("its place in the window, from 0"),
        of: z.int().describe("entries of the window"),
        since: turnField.describe("since which turn it stood there"),
      })
      .nullable()
      .describe("how it stood in the window; null where it did not"),
    exclusion: z
      .object({
        class: z.enum(REASON_CLASSES).describe("the kind of reason"),
        text: z.string().describe("the reason in words"),
        provenance: z.enum(CAUSE_PROVENANCES).describe("whether the harness reported it or it was derived"),
        turn: turnField.nullable().describe("the turn that the reason is about; null for none"),
      })
      .nullable()
      .describe("why it was left out; null where it was not"),
    departure: z
      .object({
        turn: turnField.describe("the turn whose window lacks it first"),
        how: z.enum(EVICTION_HOWS).describe("the kind of eviction"),
        cause: z.string().describe("the cause in words"),
        provenance: z
          .enum(CAUSE_PROVENANCES)
          .describe("whether the harness reported the cause or it was derived"),
        reference: referenceSchema
          .nullable()
          .describe("what was left behind to fetch it by; null for nothing"),
        restorable: z.boolean().describe("whether the content can be fetched by the reference"),
        reenteredTurn: turnField
          .nullable()
          .describe("the turn at which it entered again; null where it did not"),
      })
      .nullable()
      .describe("how it left the window before; null where it did not"),
    summary: z
      .object({
        blockId: z.string().nullable().describe("the block of the summary; null where it is not known"),
        turn: turnField.describe("the turn whose window has the summary first"),
        standing: z.boolean().describe("whether the summary still stood"),
        says: z.boolean().nullable().describe("whether the summary says it; null where its text is unknown"),
        kept: z.int().describe("values of it that the summary has"),
        sought: z.int().describe("values that were looked for"),
        quote: z.string().nullable().describe("the place in the summary; null for none"),
      })
      .nullable()
      .describe("the summary that stands for it; null for none"),
    use: z
      .object({
        found: z
          .boolean()
          .nullable()
          .describe("whether the answer uses its values; null where that cannot be told"),
        values: z.array(z.string()).describe("the values that were found in the answer"),
        sought: z.int().describe("values that were looked for"),
        method: z.string().describe("how the use was looked for"),
      })
      .nullable()
      .describe("whether the model used it at this turn; null where it did not stand there"),
    ownWords: z.array(quoteSchema).describe("where the model said it itself"),
    recalledBy: quoteSchema.nullable().describe("a recall that brought it; null for none"),
    others: z
      .array(
        z.object({
          candidate: candidateSchema.describe("the thing"),
          verdict: z.enum(VERDICTS).describe("the answer for it in one word"),
          turn: turnField.describe("the turn at which it was decided"),
        }),
      )
      .describe("other things that fit the words, each with its verdict"),
    matches: z.int().describe("things that fit the words"),
    caveats: z.array(z.string()).describe("what limits the answer"),
    firstTurn: turnField.describe("the first turn of the session"),
    lastTurn: turnField.describe("the last turn of the session"),
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
