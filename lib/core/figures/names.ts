import { formatCount } from "../digits";

/** What a figure is called and what it counts. Apart from its function, because pages load only this. */
export interface FigureName {
  /** The name on pages; also the heading and the anchor of its definition. */
  readonly label: string;
  readonly unit: string;
  /** One sentence. */
  readonly definition: string;
}

/** Every figure of a session, once. docs/figures.md has a section for each. */
export const FIGURES = {
  turns: {
    label: "Turns",
    unit: "turns",
    definition: "The model calls of the session, each a request and its response.",
  },
  blocks: {
    label: "Blocks",
    unit: "blocks",
    definition: "The pieces of content that the session recorded, each counted once.",
  },
  toolCalls: {
    label: "Tool calls",
    unit: "calls",
    definition:
      "The tool calls that the model made, each counted once, however often its request was sent again.",
  },
  repeatedCalls: {
    label: "Repeated calls",
    unit: "calls",
    definition: "The tool calls that an earlier call had made with the same tool and the same arguments.",
  },
  peakWindow: {
    label: "Peak window",
    unit: "tokens",
    definition:
      "The tokens of the fullest window: the greatest total that the provider states, else the greatest sum over blocks.",
  },
  duration: {
    label: "Lasted",
    unit: "milliseconds",
    definition: "The time from the beginning of the session to its end.",
  },
  evictions: {
    label: "Evictions",
    unit: "evictions",
    definition:
      "The times that a block left the window, or stayed only as an excerpt, a summary or a reference.",
  },
  tokensEvicted: {
    label: "Tokens evicted",
    unit: "tokens",
    definition: "The tokens that evictions freed, added up over those whose size is known.",
  },
  blocksLeft: {
    label: "Blocks that left",
    unit: "blocks",
    definition: "The blocks that were evicted at least once.",
  },
  restorable: {
    label: "Restorable",
    unit: "evictions",
    definition: "The evictions that left a reference that is enough to get the content back.",
  },
  unrestorable: {
    label: "Not restorable",
    unit: "evictions",
    definition: "The evictions that left nothing that is enough to get the content back.",
  },
  fetchedAgain: {
    label: "Fetched again",
    unit: "blocks",
    definition: "The blocks that left and whose source a later call fetched again, each counted once.",
  },
  neededLater: {
    label: "Needed later",
    unit: "blocks",
    definition:
      "The blocks that left and that a use needed while nothing had fetched them again, each counted once; an inferred use does not need what the model's own words still say.",
  },
  cameBack: {
    label: "Came back",
    unit: "blocks",
    definition: "The blocks that left and stood in a later window again, each counted once.",
  },
  compactions: {
    label: "Compactions",
    unit: "compactions",
    definition: "The times that many blocks were replaced by one summary, after the last call included.",
  },
  uses: {
    label: "Uses of evidence",
    unit: "uses",
    definition: "The times that a step, a call or an answer used one block as evidence.",
  },
  live: {
    label: "In the window",
    unit: "uses",
    definition: "The uses of evidence whose block, or another one that said the same, stood in the window.",
  },
  pinned: {
    label: "Pinned",
    unit: "uses",
    definition: "The uses of evidence that the harness held in the window.",
  },
  referenced: {
    label: "Reference only",
    unit: "uses",
    definition: "The uses of evidence that had left, while a reference in the window still led to it.",
  },
  refetched: {
    label: "Back by a re-fetch",
    unit: "uses",
    definition:
      "The uses of evidence that had left, while a later result of the same source stood in the window.",
  },
  residual: {
    label: "Own words only",
    unit: "uses",
    definition:
      "The uses of evidence that had left, while only a summary or the model's own words in the window still said what was used.",
  },
  dangling: {
    label: "Without evidence",
    unit: "uses",
    definition:
      "The uses of evidence that had left, while nothing in the window led to it or said what was used; one that is inferred from a value counts only where that is proved.",
  },
  decisions: {
    label: "Decisions",
    unit: "decisions",
    definition:
      "The steps, calls and answers that used evidence, each counted once, however many pieces it used.",
  },
  decisionsAbsent: {
    label: "Decisions with absent evidence",
    unit: "decisions",
    definition: "The decisions of which at least one use was without its evidence.",
  },
  constraintsLost: {
    label: "Constraints lost",
    unit: "sentences",
    definition:
      "The binding sentences of rules and users that stood nowhere in the window after a compaction, not even in other words.",
  },
  serious: {
    label: "Serious findings",
    unit: "findings",
    definition: "The findings of something that changed what the agent did.",
  },
  warnings: {
    label: "Warnings",
    unit: "findings",
    definition: "The findings of something that probably did harm.",
  },
  notes: {
    label: "Notes",
    unit: "findings",
    definition: "The findings of something to know.",
  },
  suspected: {
    label: "Worth a look",
    unit: "findings",
    definition:
      "The findings that are only suspected, without those of experimental rules; no other figure counts them.",
  },
  cost: {
    label: "Cost",
    unit: "money",
    definition:
      "The price of the recorded calls, input and output, each at the prices of its own model; without calls that have no usage or no price.",
  },
} as const satisfies Record<string, FigureName>;

/** The figure `dangling` in words, as pages, exports and agents say it. */
export function describeUsesWithoutEvidence(uses: number): string {
  return uses === 0 ? "no use without evidence" : `${formatCount(uses, "use")} without evidence`;
}

/** The further figures of a replay. Those that a session has too have the same names in a replay. */
export const REPLAY_FIGURES = {
  kept: {
    label: "Evidence kept",
    unit: "share",
    definition: "The share of the uses of evidence whose evidence was not gone.",
  },
  mean: { label: "Mean window", unit: "tokens", definition: "The tokens of a window on average." },
  duplicatesAvoided: {
    label: "Duplicates avoided",
    unit: "results",
    definition:
      "The results that the recording fetched again after they had left and that stand here at that call.",
  },
  duplicatesCaused: {
    label: "Duplicates caused",
    unit: "results",
    definition:
      "The results that left here and whose source is asked again, while they stood in the recording at that call.",
  },
  rulesGone: {
    label: "Rules and goals gone",
    unit: "blocks",
    definition:
      "The blocks with rules, instructions or a goal that a policy took out for good; what a summary says of them is not read.",
  },
  tokensSent: {
    label: "Tokens sent",
    unit: "tokens",
    definition: "The input tokens of all requests together, as the replay counts them.",
  },
  price: {
    label: "Price",
    unit: "money",
    definition:
      "The price of all calls: of the recording its cost, and under another policy what the provider would have charged by the rules that the recording shows, with the policy's own calls for summaries.",
  },
  turnsOverBudget: {
    label: "Turns over budget",
    unit: "turns",
    definition: "The turns whose window exceeds the budget.",
  },
  turnsOverWindow: {
    label: "Turns over the window",
    unit: "turns",
    definition: "The turns whose window is fuller than the model takes.",
  },
} as const satisfies Record<string, FigureName>;

/** The figures of a session's bill that are followed over time. */
export const BILL_FIGURES = {
  costCarried: {
    label: "Cost carried",
    unit: "money",
    definition: "The part of the cost that was paid for what stood in a window before.",
  },
  costRewritten: {
    label: "Cost written again",
    unit: "money",
    definition:
      "The part of the cost that was paid in full once more for what had been in the prompt cache and stood in the window before, also for instructions and tools that the record does not show.",
  },
  costLost: {
    label: "Cost of cache losses",
    unit: "money",
    definition:
      "What was paid in full once more after losses of the prompt cache, also for instructions and tools that the record does not show.",
  },
  cacheLosses: {
    label: "Cache losses",
    unit: "losses",
    definition: "The turns that read less than the call before had left in the prompt cache.",
  },
  windowFloor: {
    label: "Window floor",
    unit: "tokens",
    definition:
      "The tokens that the first window held before anything was said, as instructions, tool schemas and memory files.",
  },
} as const satisfies Record<string, FigureName>;

export type FigureId = keyof typeof FIGURES;
export type BillFigureId = keyof typeof BILL_FIGURES;
export const FIGURE_IDS = Object.keys(FIGURES) as FigureId[];

const NAMED: ReadonlyMap<string, FigureName> = new Map(
  [...Object.values(BILL_FIGURES), ...Object.values(REPLAY_FIGURES), ...Object.values(FIGURES)].map(
    (name) => [name.label.toLowerCase(), name],
  ),
);

/** Any case; `null` for a label that is not a figure's. */
export function findFigureNamed(label: string): FigureName | null {
  return NAMED.get(label.toLowerCase()) ?? null;
}

/** The anchor of a figure's heading in docs/figures.md. */
export function makeAnchor({ label }: FigureName): string {
  return label.toLowerCase().replaceAll(" ", "-");
}
