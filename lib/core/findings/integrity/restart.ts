import { languageOfOrder } from "@/lib/language/matcher";
import { readCheckpointFields, listFieldTexts } from "../../checkpoint/fields";
import { isForeign } from "../../evidence/values/language";
import { normaliseSpelling } from "../../evidence/values/spelling";
import { isOpenAt } from "../../evidence/plan/steps/plan";
import type { TraceEventOf } from "../../trace/event";
import type { TurnIndex } from "../../units";
import type { FindingInput } from "../rule/rule";
import { constraintsOf } from "./constraints";
import { NO_RULES, normalisePlainText } from "./plain-text";
import { Restatements } from "./paraphrased";

const TEXT_CHARS_READ = 200_000;
/** A shorter text in another language is not a translated state. */
const TRANSLATED_CHARS_MIN = 120;
const ITEMS_MAX = 200;
const ITEM_CHARS_MAX = 400;

export const ITEM_KINDS = [
  "task",
  "constraint",
  "decision",
  "ruled out",
  "open step",
  "evidence",
  "next action",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** Word for word, in other words, or not at all in the window after the restart. */
export const CARRY_OUTCOMES = ["kept", "paraphrased", "lost"] as const;
export type CarryOutcome = (typeof CARRY_OUTCOMES)[number];

/** Something from before a restart, or from the state that it began from, and what became of it. */
export interface CarriedItem {
  readonly what: ItemKind;
  readonly text: string;
  /** Index into `Session.blocks`; `null` where only the state or the plan says it. */
  readonly block: number | null;
  readonly outcome: CarryOutcome;
}

type Item = Omit<CarriedItem, "outcome"> & { readonly plain: string };
type Taken = TraceEventOf<"checkpoint.taken">;

export function findCheckpointBefore({ session }: Pick<FindingInput, "session">, turn: TurnIndex) {
  const record = session.records.findLast(
    (earlierRecord) => earlierRecord.event.type === "checkpoint.taken" && earlierRecord.turn <= turn,
  );
  return record?.event.type === "checkpoint.taken" ? { turn: record.turn, event: record.event } : null;
}

/** What stood before a restart, compared with the window after it; `null` where that window is unknown. */
export function compareCarriedOver(input: FindingInput, turn: TurnIndex): CarriedItem[] | null {
  if (input.index.turn(turn)?.window.known !== true) return null;
  const state = findCheckpointBefore(input, turn)?.event ?? null;
  const items = listItemsBefore(input, turn, state).slice(0, ITEMS_MAX);
  const texts = listStandingTexts(input, turn);
  const whole = texts.map(normalisePlainText).join("\n");
  const sentences = texts.flatMap((text) => text.split(/(?<=[.!?])\s+|\n+|","|\\n/).map(normalisePlainText));
  const restated = Restatements.addInRow(sentences);
  const isTranslated = inOtherLanguage(input, turn, items);
  return items.map(({ plain, ...item }) => ({
    ...item,
    outcome: whole.includes(plain)
      ? "kept"
      : isTranslated || isRetold(item.what, plain, restated)
        ? "paraphrased"
        : "lost",
  }));
}

/** A rejected option can also be told as something that is not done. */
function isRetold(kind: ItemKind, plain: string, restated: Restatements): boolean {
  return restated.restate(plain) || (kind === "ruled out" && restated.restate(`not ${plain}`));
}

function inOtherLanguage(
  { session, recording, index }: FindingInput,
  turn: TurnIndex,
  items: readonly Item[],
): boolean {
  const isForeignItem =
    items.some(({ what, text }) => what === "constraint" && languageOfOrder(text) !== null) ||
    isForeign(normaliseSpelling(items.map(({ text }) => text).join("\n")));
  return index.listBegun(turn).some(({ block, version, mode }) => {
    const facts = session.blocks[block];
    if (mode === "reference" || facts === undefined || NO_RULES.has(facts.kind)) return false;
    const text = (recording.textOf(facts.versions[version]) ?? "").slice(0, TEXT_CHARS_READ);
    return text.length >= TRANSLATED_CHARS_MIN && isForeign(normaliseSpelling(text)) !== isForeignItem;
  });
}

function listItemsBefore(input: FindingInput, turn: TurnIndex, state: Taken | null): Item[] {
  const stoodBefore = (block: number) =>
    input.index.listResidencies(block).some(({ from, to }) => from < turn && (to ?? Infinity) >= turn - 1);
  const constraints = constraintsOf(input).filter(({ block }) => stoodBefore(block));
  const items = [
    ...(state === null ? [] : listStateItems(state)),
    ...constraints.map((constraint): Item => ({ ...constraint, what: "constraint" })),
    ...openSteps(input, turn),
  ];
  const seenTexts = new Set<string>();
  return items.filter(({ plain }) => plain !== "" && !seenTexts.has(plain) && seenTexts.add(plain));
}

function openSteps({ plans }: FindingInput, turn: TurnIndex): Item[] {
  return plans.flatMap((plan) =>
    plan.steps
      .filter((step) => isOpenAt(step, turn - 1) && step.removedTurn !== turn)
      .map(({ text }): Item => makeItem("open step", text)),
  );
}

const OF_FIELDS = [
  ["task", "task"],
  ["constraints", "constraint"],
  ["decisions", "decision"],
  ["ruled_out", "ruled out"],
  ["plan", "open step"],
  ["evidence", "evidence"],
  ["next_action", "next action"],
] as const;

function listStateItems({ state }: Taken): Item[] {
  const fields = readCheckpointFields(state);
  return OF_FIELDS.flatMap(([field, kind]) =>
    listFieldTexts(fields.get(field)).map((text) => makeItem(kind, text)),
  );
}

function makeItem(kind: ItemKind, text: string): Item {
  const cut = text.slice(0, ITEM_CHARS_MAX).toWellFormed();
  return { what: kind, text: cut, plain: normalisePlainText(cut), block: null };
}

function listStandingTexts({ session, recording, index }: FindingInput, turn: TurnIndex): string[] {
  return index.standing.listWindow(turn).flatMap(({ block, version, mode }) => {
    const facts = session.blocks[block];
    if (mode === "reference" || facts === undefined) return [];
    return [(recording.textOf(facts.versions[version]) ?? "").slice(0, TEXT_CHARS_READ)];
  });
}
