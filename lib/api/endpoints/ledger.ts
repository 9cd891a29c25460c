import { z } from "zod";
import { LEDGER_CHANGES } from "@/lib/core/ledger/compare";
import { LEDGER_DECISIONS, REASON_CLASSES } from "@/lib/core/ledger/ledger-rows";
import { LEDGER_SORTS, LEDGER_GROUPS } from "@/lib/core/ledger/select";
import { SOURCE_KINDS, MODES, TRUST_LEVELS } from "@/lib/core/vocabulary";
import { viewEndpoint } from "../endpoint";
import { turnField, tokensField, provenanceField } from "@/lib/core/trace/fields";
import { ledgerReasonSchema } from "../schemas/ledger";
import { declaredBudgetsSchema } from "@/lib/core/trace/turn-figures";
import { turnParam, sessionParams } from "./session-params";

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
    reason: ledgerReasonSchema.nullable().describe("why the decision was taken; null where unknown"),
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

export const getLedger = viewEndpoint({
  path: "/api/v1/sessions/{id}/ledger",
  summary: "What a turn's window took in and left out, and why",
  description:
    "As the harness kept it (`reported`), else derived from the windows (`derived`) with a reason only where one can be shown. With `against`, the rows " +
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
