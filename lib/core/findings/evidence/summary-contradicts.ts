import { isFailedResult } from "../../evidence/failure";
import type { StatedField } from "../../evidence/fields";
import { placesIn, saysValue, toneAt } from "../../evidence/values/spelling";
import { saysSpelt } from "../../evidence/statements";
import { otherValueIn } from "../../evidence/other-values";
import { PlainTexts } from "../../evidence/texts";
import { groupBy } from "../../group-by";
import { looksUp } from "../../source/looks-up";
import { wordsIn } from "../../evidence/plan/steps/step-words";
import { pairCalls } from "../../window/call-pairs";
import type { Eviction } from "../../trace/session";
import type { SourceKind } from "../../vocabulary";
import { findingKind } from "../kinds";
import type { Case, FindingInput, FindingRule } from "../rule/rule";
import { nameOfBlock, shortWords } from "../rule/subject";

const HELD: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval", "memory"]);
/** Words of a tool's name that say what it does rather than what it is about. */
const VERBS =
  /^(?:get|read|find|fetch|look|lookup|list|search|query|show|load|view|open|describe|status|check|of|by|item)$/;
const NOUN_CHARS_MIN = 4;
const TOLD_MAX = 20;

export const summaryContradicts: FindingRule = {
  ...findingKind("summary.contradicts"),
  *find(input) {
    const { session } = input;
    const texts = new PlainTexts(input.recording);
    const left = groupBy(
      session.evictions.filter(({ compaction }) => compaction !== null),
      ({ compaction }) => compaction ?? -1,
    );
    for (const [number, evictions] of left) {
      const compaction = session.compactions[number];
      const summary = compaction?.summaryBlock ?? null;
      if (compaction === undefined || summary === null) continue;
      const contradictions = contradictionsOf(input, texts, summary, evictions);
      for (const { block, field, other } of contradictions.slice(0, TOLD_MAX))
        yield caseOf(input, { turn: compaction.turn, summary, block, field, ...other });
    }
  },
};

interface Contradiction {
  readonly turn: number;
  readonly summary: number;
  readonly block: number;
  readonly field: StatedField;
  readonly value: string;
  readonly sentence: string;
  readonly isDenial: boolean;
}

function caseOf(
  input: FindingInput,
  { turn, summary, block, field, value, sentence }: Omit<Contradiction, "isDenial">,
): Case {
  const { session } = input;
  const of =
    field.subject === null || field.subject === field.plain ? "" : ` of ${shortWords(field.subject, 40)}`;
  const entered = input.index.life(block)[0]?.from;
  return {
    from: turn,
    to: turn,
    blocks: [summary, block].flatMap((no) => session.blocks[no]?.id ?? []),
    numbers: {},
    sentence: `The summary of the compaction at turn ${turn} says "${shortWords(value, 40)}" for the ${field.key}${of} ("${shortWords(sentence, 120)}"); the ${nameOfBlock(input, block)}${entered === undefined ? "" : ` of turn ${entered}`} had said "${field.key}: ${shortWords(field.value, 40)}".`,
    proof: { view: "block", block: session.blocks[summary]?.id ?? "", value: sentence },
  };
}

function contradictionsOf(
  input: FindingInput,
  texts: PlainTexts,
  summary: number,
  evictions: readonly Eviction[],
) {
  const { blocks } = input.session;
  const text = texts.full(summary);
  const newest = new Map<string, { block: number; field: StatedField }>();
  for (const { block } of [...evictions].sort((a, b) => a.enteredTurn - b.enteredTurn)) {
    if (!HELD.has(blocks[block]?.kind ?? "other")) continue;
    for (const field of texts.fieldsOf(block))
      if (field.sort !== "words") newest.set(`${field.key}\n${field.subject ?? ""}`, { block, field });
  }
  return [...newest.values()].flatMap(({ block, field }) => {
    const isOnly = texts.isOnlyOne(field);
    const other = otherValueIn(text, field, { nouns: nounsOf(blocks[block]?.toolName ?? "", field), isOnly });
    if (other === null || isSaidElsewhere(input, texts, { summary, block, field, ...other })) return [];
    return [{ block, field, other }];
  });
}

function nounsOf(tool: string, { key }: StatedField): ReadonlySet<string> {
  const words = [...tool.toLowerCase().split(/[^a-z]+/), ...key.split(" ")];
  return new Set(words.filter((word) => word.length >= NOUN_CHARS_MIN && !VERBS.test(word)));
}

/** Whether something between the result and the summary gave the summary's value, which is then newer. */
function isSaidElsewhere(
  { session, index, recording }: FindingInput,
  texts: PlainTexts,
  { summary, block, field, value, isDenial }: Omit<Contradiction, "turn" | "sentence">,
): boolean {
  const since = index.life(block)[0]?.from ?? 0;
  const until = index.life(summary)[0]?.from ?? Infinity;
  const { resultOf } = pairCalls(session);
  const failed = (call: number) => isFailedResult(recording, resultOf.get(call) ?? -1);
  return session.blocks.some(({ kind, full, createdTurn, toolName }, number) => {
    const turn = index.life(number)[0]?.from ?? createdTurn ?? -1;
    if (number === block || number === summary || turn < since || turn > until) return false;
    if (kind === "tool_call" || HELD.has(kind)) {
      const normal = texts.normal({ block: number, version: full });
      const stated = texts.fieldsOf(number);
      if (
        kind === "tool_call" &&
        field.sort === "state" &&
        !failed(number) &&
        acts(toolName, texts.full(number), normal, field)
      )
        return true;
      if (
        stated.some(
          ({ key, plain, subject }) =>
            plain === field.plain && key === field.key && subject === field.subject,
        )
      )
        return false;
      if (isDenial) return stated.some(({ key, subject }) => key === field.key && subject === field.subject);
      return saysValue(normal, value) && isAbout(normal, field);
    }
    if (kind !== "user_message") return false;
    const normal = texts.normal({ block: number, version: full });
    return [...placesIn(normal, value)].some((at) => toneAt(normal, at) === "said");
  });
}

function acts(tool: string | null, args: string, normal: string, { subject }: StatedField): boolean {
  return subject !== null && saysSpelt(normal, subject) && !looksUp(tool, args);
}

function isAbout(normal: string, { key, subject }: StatedField): boolean {
  const words = [...wordsIn(key)];
  return (subject !== null && saysValue(normal, subject)) || words.some((word) => normal.includes(word));
}
