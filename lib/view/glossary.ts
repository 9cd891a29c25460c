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
  "not itemised":
    "Tokens that the provider counted and no recorded block explains, such as a system prompt that was not recorded.",
  eviction:
    "The end of a residency before the session ends. A block is cleared (a placeholder stays), trimmed (an excerpt stays), compacted, truncated or removed.",
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
  Turns: "turn",
  Outcome: "outcome",
  "Peak window": "window",
  Window: "window",
  Peak: "window",
  Change: "delta",
  Budget: "budget",
  "Not itemised": "not itemised",
  "Next window, at least": "projected next",
  Evictions: "eviction",
  Evicted: "eviction",
  Compactions: "compaction",
  "reference left": "reference",
  "reference only": "reference",
  "fetched again": "re-fetch",
  "in the window": "live",
  dangling: "dangling",
  Dangling: "dangling",
  pinned: "pin",
  Ledger: "ledger",
  Plan: "plan",
};

/** `null` when the label is not a glossary term. */
export function hintOf(label: string): string | null {
  const word = LABELS[label];
  return word === undefined ? null : GLOSSARY[word];
}
