import type { FigureId } from "@/lib/core/figures/names";
import { makeAnchor, findFigureNamed, FIGURES } from "@/lib/core/figures/names";

/** The terms that pages explain in place. Each has the same sentence in docs/glossary.md. */
export const GLOSSARY = {
  session: "One run of one agent with one window. A sub-agent with a window of its own is a child session.",
  turn: "One model call: a request and its response. Turns count from 0.",
  outcome: "How a session ended, as its sender says: ok, wrong, failed, aborted or unknown.",
  window: "The ordered blocks that the model was given in one turn.",
  delta:
    "The window of a turn minus the window of the turn before. What turn 7 shows as growth was caused by turn 6.",
  budget:
    "The tokens that a harness allows itself for the window. It is at most the context window of the model.",
  "not recorded":
    "Tokens that were billed but are not in the log, such as a system prompt or tools that were not recorded.",
  eviction:
    "The end of a residency before the session ends. A block is cleared (a placeholder stays), trimmed (an excerpt stays), compacted, truncated or removed. So is a block whose first window shows only a placeholder for it: it was never seen whole.",
  compaction: "Many blocks replaced by one summary.",
  reference:
    "What stays in place of an evicted block and says how to get it back: a path, an address, a query.",
  restorable: "Evicted, and the reference that stayed is enough to get the content back.",
  "re-fetch":
    "A result fetched again after it left: the same file, page or call, and mostly the same part of it. It says the same, something else, or nothing.",
  ledger: "For each turn, what a harness included and excluded, and why.",
  plan: "The steps that an agent set out to take, declared by its harness or read from its blocks.",
  evidence: "A block that a step, a call or an answer needs.",
  live: "The evidence stood in the window while the step ran.",
  dangling: "The evidence had left when the step ran, and nothing in the window said the same.",
  "projected next": "What the next window holds at least: what a call read and what it answered.",
  pin: "A mark that keeps a block in the window whatever the policy would take.",
} as const;
export type GlossaryWord = keyof typeof GLOSSARY;

const LABELS: Readonly<Record<string, GlossaryWord>> = {
  Outcome: "outcome",
  Window: "window",
  Change: "delta",
  Budget: "budget",
  "Not recorded": "not recorded",
  "Next window, at least": "projected next",
  "a reference stays": "reference",
  Ledger: "ledger",
  Plan: "plan",
};

/** Shorter names of figures, where a column has little room. */
const SHORT: Readonly<Record<string, FigureId>> = {
  Peak: "peakWindow",
  Evicted: "evictions",
  Repeated: "repeatedCalls",
};

export interface Hint {
  readonly text: string;
  /** Where a figure is defined; `null` for a word of the glossary. */
  readonly href: string | null;
}

/** `null` when the label is neither a figure nor a term of the glossary. */
export function findHint(label: string): Hint | null {
  const figure = SHORT[label] === undefined ? findFigureNamed(label) : FIGURES[SHORT[label]];
  if (figure !== null) return { text: figure.definition, href: `/docs/figures#${makeAnchor(figure)}` };
  const word = LABELS[label];
  return word === undefined ? null : { text: GLOSSARY[word], href: null };
}
