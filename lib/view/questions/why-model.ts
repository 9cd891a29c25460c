import type { WhyInput } from "../answers";
import type { MatchLevel } from "@/lib/core/questions/search/needle";
import type { DepartureProof, Layer, Verdict } from "@/lib/core/questions/why/verdict";
import { count, plural } from "../format/format";
import { kindColor, kindLabel } from "../chart/palette";
import { itemName } from "../format/item-name";
import { visibleText } from "../format/trace-text";
import { modeWords } from "../turn/turn-model";
import { blockHref, factsHref, ledgerHref, turnHref, whyHref } from "./links";

export interface ProofRow {
  readonly label: string;
  readonly text: string;
  readonly quote: string | null;
  readonly link: { readonly href: string; readonly label: string } | null;
}

export interface OtherRow {
  readonly key: string;
  readonly name: string;
  readonly color: string;
  readonly verdict: string;
  readonly quote: string;
  readonly href: string;
}

export interface WhyModel {
  readonly title: string;
  readonly tone: "there" | "gone" | "open";
  readonly answer: string;
  readonly layer: string;
  readonly subject: {
    readonly name: string;
    readonly kind: string;
    readonly color: string;
    readonly href: string | null;
  } | null;
  readonly proofs: readonly ProofRow[];
  readonly caveats: readonly string[];
  readonly others: readonly OtherRow[];
  readonly othersWords: string;
  readonly links: readonly { readonly href: string; readonly label: string }[];
  readonly plain: string;
}

/** @param missed the value of the block that was used; `null` where none is known */
export function whyModel(sessionId: string, facts: WhyInput, missed: string | null = null): WhyModel {
  const { title, tone } = VERDICT_WORDS[facts.verdict];
  const layer = facts.layer === null ? "the recording does not tell" : LAYER_WORDS[facts.layer];
  const answer = visibleText(facts.answer);
  const subject = facts.subject;
  const asked = facts.question.text ?? subject?.name ?? facts.question.blockId ?? "";
  return {
    title,
    tone,
    answer,
    layer,
    subject:
      subject === null
        ? null
        : {
            name: itemName(subject),
            kind: subject.kind === null ? "only in the ledger" : kindLabel(subject.kind),
            color: kindColor(subject.kind ?? "other"),
            href: subject.inSession ? blockHref(sessionId, subject.sourceId) : null,
          },
    proofs: [
      ...(missed === null
        ? []
        : [
            row(
              "What was used of it",
              `in turn ${facts.turn}`,
              missed,
              linkToValue(sessionId, facts, missed),
            ),
          ]),
      ...proofsOf(sessionId, facts),
    ],
    caveats: facts.caveats,
    others: facts.others.map((other, i) => ({
      key: `${i} ${other.candidate.sourceId}`,
      name: itemName(other.candidate),
      color: kindColor(other.candidate.kind ?? "other"),
      verdict: `${VERDICT_WORDS[other.verdict].title.toLowerCase()}, turn ${other.turn}`,
      quote: visibleText(other.candidate.quote ?? ""),
      href: whyHref(sessionId, facts.turn, { block: other.candidate.sourceId }),
    })),
    othersWords: othersWords(facts),
    links: [
      { href: ledgerHref(sessionId, facts.turn), label: `Ledger of turn ${facts.turn}` },
      { href: turnHref(sessionId, facts.turn), label: `Window of turn ${facts.turn}` },
      ...(facts.question.text === null
        ? []
        : [{ href: factsHref(sessionId, facts.question.text), label: "Its life across the session" }]),
    ],
    plain: `Why did the model not use “${visibleText(asked)}” in turn ${facts.turn}?\n${title}. ${answer}\nWhat decided it: ${layer}.`,
  };
}

function linkToValue(sessionId: string, { subject }: WhyInput, value: string): ProofRow["link"] {
  if (subject?.inSession !== true) return null;
  return { href: blockHref(sessionId, subject.sourceId, value), label: "where it stands in the block" };
}

function othersWords({ others, matches }: WhyInput): string {
  const unlisted = matches - 1 - others.length;
  return `${plural(matches, "place matches", "places match")}${unlisted > 0 ? `; ${others.length === 1 ? "the closest is" : `the closest ${count(others.length)} are`} listed, without the model's own words` : ""}.`;
}

function proofsOf(sessionId: string, facts: WhyInput): ProofRow[] {
  return [
    ...(facts.subject?.quote == null ? [] : [row("Found", foundWords(facts), facts.subject.quote)]),
    ...recallProof(sessionId, facts),
    ...exclusionProof(sessionId, facts),
    ...departureProof(sessionId, facts),
    ...summaryProof(sessionId, facts),
    ...standingProof(sessionId, facts),
    ...usageProof(facts),
    ...facts.ownWords.map((quote) =>
      row(
        "The model's own words",
        quote.turn === null ? "from before the first turn" : `from turn ${quote.turn}, still in the window`,
        quote.text,
        { href: blockHref(sessionId, quote.blockId), label: "open" },
      ),
    ),
  ];
}

function row(
  label: string,
  text: string,
  quote: string | null = null,
  link: ProofRow["link"] = null,
): ProofRow {
  return { label, text: visibleText(text), quote: quote === null ? null : visibleText(quote), link };
}

const LEVEL_WORDS: Record<MatchLevel, string> = {
  exact: "letter for letter",
  loose: "but for case or white space",
  words: "by its words",
};

function foundWords({ level, subject }: WhyInput): string {
  const how = level === null ? "" : `, ${LEVEL_WORDS[level]}`;
  return subject?.inSession === false ? `in the ledger${how}` : `in the session${how}`;
}

function recallProof(sessionId: string, { recalledBy }: WhyInput): ProofRow[] {
  if (recalledBy === null) return [];
  const when = recalledBy.turn === null ? "before the first turn" : `at turn ${recalledBy.turn}`;
  return [
    row("Brought up", when, recalledBy.text, {
      href: blockHref(sessionId, recalledBy.blockId),
      label: "open",
    }),
  ];
}

function exclusionProof(sessionId: string, { exclusion, decidedAtTurn }: WhyInput): ProofRow[] {
  if (exclusion === null) return [];
  return [
    row("Decision", `left out by the harness's ledger of turn ${decidedAtTurn}`, exclusion.text, {
      href: ledgerHref(sessionId, decidedAtTurn),
      label: "ledger",
    }),
  ];
}

function departureProof(sessionId: string, { departure, summary }: WhyInput): ProofRow[] {
  if (departure === null) return [];
  const { turn, how, cause, reference, reenteredTurn } = departure;
  return [
    row("Left", `${how} at turn ${turn}: ${cause}`, null, {
      href: turnHref(sessionId, turn),
      label: `turn ${turn}`,
    }),
    ...(reference === null && summary !== null ? [] : [leftBehind(departure)]),
    ...(reenteredTurn === null ? [] : [row("Came back", `at turn ${reenteredTurn}`)]),
  ];
}

function leftBehind({ reference, restorable }: DepartureProof): ProofRow {
  if (reference === null) return row("Left behind", "nothing");
  const use = `a ${reference.kind}, ${restorable ? "enough" : "not enough"} to get it back`;
  return row("Left behind", use, reference.text);
}

function summaryProof(sessionId: string, { summary }: WhyInput): ProofRow[] {
  if (summary === null) return [];
  const says =
    summary.says === null
      ? "what it says of this cannot be told"
      : summary.says
        ? `it still says this (${summary.kept} of ${summary.sought} looked for)`
        : `it says nothing of this (0 of ${summary.sought} looked for)`;
  const link =
    summary.blockId === null
      ? null
      : { href: blockHref(sessionId, summary.blockId), label: "open the summary" };
  return [
    row(
      "Summary",
      `${summary.standing ? "in this window" : "not in this window"}: ${says}`,
      summary.quote,
      link,
    ),
  ];
}

function standingProof(sessionId: string, { standing, turn }: WhyInput): ProofRow[] {
  if (standing === null) return [];
  const { mode, position, of, since } = standing;
  return [
    row("Stood", `${modeWords(mode)}, at position ${position} of ${of}, since turn ${since}`, null, {
      href: turnHref(sessionId, turn),
      label: "the window",
    }),
  ];
}

function usageProof({ use }: WhyInput): ProofRow[] {
  if (use === null) return [];
  const none = use.sought === 1 ? "no" : `no, none of ${count(use.sought)}`;
  const found = use.found === null ? "cannot be told" : use.found ? "yes" : none;
  return [row("Used", `${found}: ${use.method}`, use.values.length === 0 ? null : use.values.join("\n"))];
}

const VERDICT_WORDS: Record<Verdict, { readonly title: string; readonly tone: "there" | "gone" | "open" }> = {
  never_in_session: { title: "Never in the session", tone: "gone" },
  came_later: { title: "Not there yet", tone: "gone" },
  never_entered: { title: "Known, and never put into a window", tone: "gone" },
  excluded: { title: "Recalled, but excluded", tone: "gone" },
  ranked_out: { title: "Recalled, but ranked out", tone: "gone" },
  cut_by_budget: { title: "Recalled, but cut by the token budget", tone: "gone" },
  not_in_excerpt: { title: "Left out of the excerpt", tone: "gone" },
  summarised: { title: "Summarised", tone: "gone" },
  evicted: { title: "Evicted", tone: "gone" },
  in_window_unused: { title: "In the window, and not used", tone: "there" },
  in_window_used: { title: "In the window, and used", tone: "there" },
  in_window: { title: "In the window", tone: "there" },
  window_unknown: { title: "Cannot be told: the window is not known", tone: "open" },
};

const LAYER_WORDS: Record<Layer, string> = {
  retrieval: "retrieval did not recall it",
  ordering: "ordering did not rank it",
  budget: "the budget cut it",
  summary: "the summary lost it",
  trust: "trust isolation kept it out",
  policy: "the context policy left it out",
  model: "the model did not use it",
  tool: "the tool did not bring it",
  verification: "nothing checked it",
};
