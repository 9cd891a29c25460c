import type { DepartureInput } from "../answers";
import { describeCause } from "@/lib/core/ledger/reason";
import { describeExitHow } from "../turn/window-rows";
import { describeOutcome } from "./exit-words";
import { count, plural } from "../format/format";
import { spellKey } from "../format/spell-key";
import { listCauseNumbers } from "./cause-numbers";
import { revealText } from "../format/trace-text";
import { escapeMarkdown } from "../format/table-data";

export interface EvictionDetail {
  readonly turn: number;
  readonly how: DepartureInput["how"];
  readonly sentence: string;
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly reference: { readonly kind: string; readonly text: string } | null;
  readonly restorable: boolean;
  readonly refetched: number | null;
  readonly reentered: number | null;
  readonly neededAt: readonly number[];
}

const NUMBERS_MAX = 24;

export function buildEvictionDetail(
  facts: DepartureInput,
  name: string,
  neededAt: readonly number[],
): EvictionDetail {
  const { cause, reference } = facts;
  const stated = (label: string, value: string | null) =>
    value === null ? [] : [{ label, value: revealText(value) }];
  return {
    turn: facts.turn,
    how: facts.how,
    sentence: writeSentence(facts, name, neededAt),
    facts: [
      { label: "Known from", value: WHO[cause.provenance] ?? cause.provenance },
      ...stated("Policy", cause.policy),
      ...stated("Rule", cause.rule),
      ...stated("Reason", cause.reason),
      ...listCauseNumbers(cause).slice(0, NUMBERS_MAX),
      { label: "Tokens freed", value: count(facts.tokensFreed) },
      { label: "Restorable", value: facts.restorable ? "yes" : "no" },
    ],
    reference:
      reference === null
        ? null
        : { kind: spellKey(reference.kind).toLowerCase(), text: revealText(reference.text) },
    restorable: facts.restorable,
    refetched: facts.refetchedTurn,
    reentered: facts.reenteredTurn,
    neededAt,
  };
}

const WHO: Record<string, string> = {
  reported: "the harness reported it",
  derived: "the windows of two turns differ",
  inferred: "inferred by a rule of the harness",
};

function writeSentence(facts: DepartureInput, name: string, neededAt: readonly number[]): string {
  const { turn, enteredTurn, how, cause, tokensFreed, reference, restorable } = facts;
  const freed = tokensFreed === null ? "" : `, which freed ${plural(tokensFreed, "token")}`;
  const left =
    reference === null
      ? "Nothing was left in its place."
      : `A ${spellKey(reference.kind).toLowerCase()} was left, ${restorable ? "sufficient" : "not sufficient"} to get it back.`;
  return [
    enteredTurn === turn
      ? `${name} was never seen whole. It came in at turn ${turn} as less: ${describeExitHow(how)}${freed}.`
      : `${name} came in at turn ${enteredTurn} and left at turn ${turn}: ${describeExitHow(how)}${freed}.`,
    `${why(cause)}.`,
    left,
    ...describeAfterwards(facts, neededAt),
  ].join(" ");
}

function describeAfterwards(
  { refetchedTurn, refetchOutcome = null, reenteredTurn }: DepartureInput,
  neededAt: readonly number[],
): string[] {
  return [
    ...(neededAt.length === 0 ? [] : [`Needed later, at ${listTurns(neededAt)}.`]),
    ...(refetchedTurn === null
      ? []
      : [`Fetched again at turn ${refetchedTurn}${describeOutcome(refetchOutcome)}.`]),
    ...(reenteredTurn === null ? [] : [`Back at turn ${reenteredTurn}.`]),
  ];
}

/** Keeps a stated reason as it is. Only the program's own words get a capital letter. */
function why(cause: DepartureInput["cause"]): string {
  const words = revealText(describeCause(cause));
  const stated = cause.policy !== null || cause.rule !== null || cause.reason !== null;
  return stated ? `By ${words}` : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function listTurns(list: readonly number[]): string {
  return `${list.length === 1 ? "turn" : "turns"} ${list.join(", ")}`;
}

export function buildEvictionMarkdown(details: readonly EvictionDetail[], url: string): string {
  return `${details.map(({ sentence }) => `- ${escapeMarkdown(sentence)}`).join("\n")}\n\n<${url}>\n`;
}
