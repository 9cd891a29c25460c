import type { WhyInput } from "../answers";
import type { MatchLevel } from "@/lib/core/questions/search/needle";
import type { DepartureProof, Layer, Verdict } from "@/lib/core/questions/why/verdict";
import { count, plural } from "../format/format";
import { pickKindColor, labelKind } from "../chart/palette";
import { nameItem } from "../format/item-name";
import { revealText } from "../format/trace-text";
import { describeMode } from "../turn/turn-model";
import { makeBlockHref, makeFactsHref, makeLedgerHref, turnHref, makeWhyHref } from "./links";

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
export function buildWhyModel(sessionId: string, facts: WhyInput, missed: string | null = null): WhyModel {
  const { title, tone } = VERDICT_WORDS[facts.verdict];
  const layer = facts.layer === null ? "the recording does not tell" : LAYER_WORDS[facts.layer];
  const answer = revealText(facts.answer);
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
            name: nameItem(subject),
            kind: subject.kind === null ? "only in the ledger" : labelKind(subject.kind),
            color: pickKindColor(subject.kind ?? "other"),
            href: subject.inSession ? makeBlockHref(sessionId, subject.sourceId) : null,
          },
    proofs: [
      ...(missed === null
        ? []
        : [
            makeRow(
              "What was used of it",
              `in turn ${facts.turn}`,
              missed,
              linkToValue(sessionId, facts, missed),
            ),
          ]),
      ...listProofs(sessionId, facts),
    ],
    caveats: facts.caveats,
    others: facts.others.map((other, i) => ({
      key: `${i} ${other.candidate.sourceId}`,
      name: nameItem(other.candidate),
      color: pickKindColor(other.candidate.kind ?? "other"),
      verdict: `${VERDICT_WORDS[other.verdict].title.toLowerCase()}, turn ${other.turn}`,
      quote: revealText(other.candidate.quote ?? ""),
      href: makeWhyHref(sessionId, facts.turn, { block: other.candidate.sourceId }),
    })),
    othersWords: describeOthers(facts),
    links: [
      { href: makeLedgerHref(sessionId, facts.turn), label: `Ledger of turn ${facts.turn}` },
      { href: turnHref(sessionId, facts.turn), label: `Window of turn ${facts.turn}` },
      ...(facts.question.text === null
        ? []
        : [{ href: makeFactsHref(sessionId, facts.question.text), label: "Its life across the session" }]),
    ],
    plain: `Why did the model not use “${revealText(asked)}” in turn ${facts.turn}?\n${title}. ${answer}\nWhat decided it: ${layer}.`,
  };
}

function linkToValue(sessionId: string, { subject }: WhyInput, value: string): ProofRow["link"] {
  if (subject?.inSession !== true) return null;
  return { href: makeBlockHref(sessionId, subject.sourceId, value), label: "where it stands in the block" };
}

function describeOthers({ others, matches }: WhyInput): string {
  const unlisted = matches - 1 - others.length;
  return `${plural(matches, "place matches", "places match")}${unlisted > 0 ? `; ${others.length === 1 ? "the closest is" : `the closest ${count(others.length)} are`} listed, without the model's own words` : ""}.`;
}

function listProofs(sessionId: string, facts: WhyInput): ProofRow[] {
  return [
    ...(facts.subject?.quote == null ? [] : [makeRow("Found", describeFound(facts), facts.subject.quote)]),
    ...listRecallProof(sessionId, facts),
    ...listExclusionProof(sessionId, facts),
    ...listDepartureProof(sessionId, facts),
    ...listSummaryProof(sessionId, facts),
    ...listStandingProof(sessionId, facts),
    ...listUsageProof(facts),
    ...facts.ownWords.map((quote) =>
      makeRow(
        "The model's own words",
        quote.turn === null ? "from before the first turn" : `from turn ${quote.turn}, still in the window`,
        quote.text,
        { href: makeBlockHref(sessionId, quote.blockId), label: "open" },
      ),
    ),
  ];
}

function makeRow(
  label: string,
  text: string,
  quote: string | null = null,
  link: ProofRow["link"] = null,
): ProofRow {
  return {
    label,
    text: revealText(text),
    quote: quote === null ? null : revealText(quote),
    link,
  };
}

const LEVEL_WORDS: Record<MatchLevel, string> = {
  exact: "letter for letter",
  loose: "but for case or white space",
  words: "by its words",
};

function describeFound({ level, subject }: WhyInput): string {
  const how = level === null ? "" : `, ${LEVEL_WORDS[level]}`;
  return subject?.inSession === false ? `in the ledger${how}` : `in the session${how}`;
}

function listRecallProof(sessionId: string, { recalledBy }: WhyInput): ProofRow[] {
  if (recalledBy === null) return [];
  const when = recalledBy.turn === null ? "before the first turn" : `at turn ${recalledBy.turn}`;
  return [
    makeRow("Brought up", when, recalledBy.text, {
      href: makeBlockHref(sessionId, recalledBy.blockId),
      label: "open",
    }),
  ];
}

function listExclusionProof(sessionId: string, { exclusion, decidedAtTurn }: WhyInput): ProofRow[] {
  if (exclusion === null) return [];
  return [
    makeRow("Decision", `left out by the harness's ledger of turn ${decidedAtTurn}`, exclusion.text, {
      href: makeLedgerHref(sessionId, decidedAtTurn),
      label: "ledger",
    }),
  ];
}

function listDepartureProof(sessionId: string, { departure, summary }: WhyInput): ProofRow[] {
  if (departure === null) return [];
  const { turn, how, cause, reference, reenteredTurn } = departure;
  return [
    makeRow("Left", `${how} at turn ${turn}: ${cause}`, null, {
      href: turnHref(sessionId, turn),
      label: `turn ${turn}`,
    }),
    ...(reference === null && summary !== null ? [] : [makeLeftBehindRow(departure)]),
    ...(reenteredTurn === null ? [] : [makeRow("Came back", `at turn ${reenteredTurn}`)]),
  ];
}

function makeLeftBehindRow({ reference, restorable }: DepartureProof): ProofRow {
  if (reference === null) return makeRow("Left behind", "nothing");
  const use = `a ${reference.kind}, ${restorable ? "enough" : "not enough"} to get it back`;
  return makeRow("Left behind", use, reference.text);
}

function listSummaryProof(sessionId: string, { summary }: WhyInput): ProofRow[] {
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
      : { href: makeBlockHref(sessionId, summary.blockId), label: "open the summary" };
  return [
    makeRow(
      "Summary",
      `${summary.standing ? "in this window" : "not in this window"}: ${says}`,
      summary.quote,
      link,
    ),
  ];
}

function listStandingProof(sessionId: string, { standing, turn }: WhyInput): ProofRow[] {
  if (standing === null) return [];
  const { mode, position, of, since } = standing;
  return [
    makeRow("Stood", `${describeMode(mode)}, at position ${position} of ${of}, since turn ${since}`, null, {
      href: turnHref(sessionId, turn),
      label: "the window",
    }),
  ];
}

function listUsageProof({ use }: WhyInput): ProofRow[] {
  if (use === null) return [];
  const none = use.sought === 1 ? "no" : `no, none of ${count(use.sought)}`;
  const found = use.found === null ? "cannot be told" : use.found ? "yes" : none;
  return [makeRow("Used", `${found}: ${use.method}`, use.values.length === 0 ? null : use.values.join("\n"))];
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
