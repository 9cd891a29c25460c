import { z } from "zod";
import { CUT_KINDS } from "@/lib/core/compaction/cuts";
import { FATES, SURVIVAL_KINDS } from "@/lib/core/compaction/kinds";
import { TRIGGERS } from "@/lib/core/compaction/trigger";
import { WANTED_HOWS } from "@/lib/core/compaction/wanted-again";
import { causeSchema } from "@/lib/core/trace/cause";
import { COMPACTION_FACTS } from "@/lib/core/trace/cause-facts";
import { makeAnsweredFields } from "@/lib/core/trace/fact";
import { tokensField, turnField } from "@/lib/core/trace/fields";
import { figureSchema } from "@/lib/core/trace/turn-figures";
import { SOURCE_KINDS } from "@/lib/core/vocabulary";

const FATE_WORDS: Readonly<Record<(typeof FATES)[number], string>> = {
  inSummary: "of these, the summary says",
  kept: "of these, something says that stood before and stands on",
  attached: "of these, something says that the program attached again",
  inNamedFile: "of these, stood in a file that the summary names",
  unreadable: "of these, cannot be looked up: the summary is encrypted, empty or not recorded",
  lost: "of these, nothing says any more",
};

export const survivalSchema = z
  .object({
    before: z.int().describe("distinct values that stood before"),
    ...(Object.fromEntries(FATES.map((fate) => [fate, z.int().describe(FATE_WORDS[fate])])) as Record<
      (typeof FATES)[number],
      z.ZodInt
    >),
  })
  .meta({ id: "Survival" });

export const survivalByKindSchema = z.object(
  Object.fromEntries(
    SURVIVAL_KINDS.map((kind) => [
      kind,
      survivalSchema.describe(`what became of each ${kind}, once, in the first place that says it`),
    ]),
  ) as Record<(typeof SURVIVAL_KINDS)[number], typeof survivalSchema>,
);

export const wantedSchema = z
  .object({
    how: z
      .enum(WANTED_HOWS)
      .describe(
        "`used` although nothing said it, as proved; `fetched` by a call; `asked`: the user said it again; `wrong`: another value in its place, with an error; `overwritten`: a file written whole without most of what had stood in it",
      ),
    kind: z.enum([...SURVIVAL_KINDS, "source"]).describe("the kind of value; `source` is what a call read"),
    text: z.string().describe("the value, cut at a bound"),
    instead: z.string().nullable().describe("what was written in its place; null where nothing was"),
    turn: turnField.describe("the turn that wanted it"),
    from: z.string().nullable().describe("a block that said it before; null where only the plan did"),
    by: z.string().nullable().describe("the block that wanted it; null where only the turn is known"),
    tokens: tokensField.describe("tokens of what was fetched again; null for other wants"),
    used: z
      .array(z.string())
      .describe(
        "of what was fetched again, values that were used of it and that stood in the text before, at most 20",
      ),
    usedAll: z.boolean().describe("whether these are all that is known to have been used of it"),
  })
  .meta({ id: "WantedAgain" });

const money = z.number();

/** What the analysis stores of a cut. */
export const cutCardSchema = z.object({
  no: z.int(),
  is: z.enum(CUT_KINDS),
  turn: turnField,
  trigger: z.enum(TRIGGERS).nullable(),
  stated: z.string().nullable(),
  cause: causeSchema,
  before: figureSchema,
  after: figureSchema,
  floor: tokensField.describe(
    "of the window after, what no cut makes smaller: instructions, tool schemas and memory; null where unknown",
  ),
  removed: z.int(),
  summaryBlock: z.string().nullable(),
  survival: survivalByKindSchema.nullable(),
  partly: z.int().describe("lost messages of the user of which a sentence still stands word by word"),
  wanted: z.array(wantedSchema).describe("what it took and was wanted again, in order, the first 200"),
  wantedTotal: z.int().describe("all that was wanted again, also beyond the list"),
  price: z
    .object({
      paid: money.describe("for its call, what was written again behind it, and what was fetched again"),
      fetching: money.describe("of that, for what was fetched again"),
      saved: money.describe("what would have been read again until the next compaction or the end"),
      paidOffAfter: z
        .int()
        .nullable()
        .describe("turns after which it had saved what it cost; null for never"),
    })
    .nullable()
    .describe("what it cost and saved, in the session's currency; null without a price"),
  durationMs: z.number().nullable().describe("how long it took; null where unknown"),
  attached: z
    .array(
      z.object({
        blockId: z.string().describe("the block"),
        source: z.enum(SOURCE_KINDS).describe("its source kind"),
        label: z.string().nullable().describe("its label or origin; null for none"),
        tokens: tokensField.describe("its tokens; null where unknown"),
      }),
    )
    .describe("what came into the window with it, besides its summary and the user's words"),
  drift: z
    .object({
      first: z.int().describe("values that stood before the session's first compaction"),
      still: z.int().describe("of these, those that something still says behind this one"),
    })
    .nullable()
    .describe("what is left after several; null for the first one, and where the window is not known"),
});
export type StoredCard = z.output<typeof cutCardSchema>;

const { survival, partly, wanted, wantedTotal, price, floor, durationMs, attached, drift } =
  cutCardSchema.shape;
const { paid, saved, fetching, paidOffAfter } = price.unwrap().shape;

/** Its `trigger` is who began it, and `stated` what the program calls that. */
export const compactionSchema = z
  .object({
    ...makeAnsweredFields(COMPACTION_FACTS),
    no: z.int().describe("its number: compactions from 0, clearings and restarts from -1 down"),
    is: z.enum(CUT_KINDS).describe("what it is"),
    turn: turnField.describe("the turn whose window shows it first"),
    trigger: z
      .enum(TRIGGERS)
      .nullable()
      .describe(
        "who began it: the program (`automatic`), somebody by hand, the provider, or `hidden`: only the windows show it; null where the program does not say",
      ),
    stated: z.string().nullable().describe("the trigger as the program calls it; null for none"),
    before: figureSchema.describe("the window before"),
    after: figureSchema.describe(
      "the window after, as the program states it; where it states nothing, that of the first call behind",
    ),
    behind: figureSchema
      .nullable()
      .describe(
        "the window of the first call behind it where that was measured: with instructions and tools, which many programs leave out of what they state; null before an analysis",
      ),
    floor,
    removed: z.int().describe("blocks that it removed or shortened"),
    neededLater: z
      .int()
      .nullable()
      .describe(
        "blocks that a compaction removed and that were needed or fetched again; null for other cuts, and before the first analysis",
      ),
    summaryBlockId: z
      .string()
      .nullable()
      .describe("the block that holds the summary; null where it is not known"),
    cause: causeSchema.describe("why it happened"),
    survival: survival.describe(
      "what became of what stood before, by kind; null before an analysis, and where the record does not show the window before",
    ),
    partly: partly.nullable(),
    wanted: wanted.nullable(),
    wantedTotal: wantedTotal.nullable(),
    paid: paid.nullable().describe(`${paid.description}; null without a price`),
    fetching: fetching.nullable(),
    saved: saved.nullable().describe(`${saved.description}; null without a price`),
    paidOffAfter,
    durationMs,
    attached: attached.nullable(),
    drift,
  })
  .meta({ id: "Compaction" });
export type CompactionResult = z.infer<typeof compactionSchema>;

export const valueFateSchema = z
  .object({
    kind: z.enum(SURVIVAL_KINDS).describe("the kind of value"),
    text: z.string().describe("the value, cut at a bound"),
    fate: z.enum(FATES).describe("the first place that still says it, or `lost`"),
    partly: z.boolean().describe("whether a sentence of it still stands, where it is a lost message"),
    blockId: z.string().nullable().describe("a block that said it before; null where only the plan did"),
    turn: turnField.nullable().describe("the turn at which that block came; null where it is not known"),
    wantedTurn: turnField.nullable().describe("the first later turn that wanted it; null for none"),
  })
  .meta({ id: "ValueFate" });
