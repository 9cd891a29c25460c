import { makeNeedResolver } from "../../evidence/needs";
import type { Plan } from "../../evidence/plan/steps/plan";
import { isOpenAt, getStepText } from "../../evidence/plan/steps/plan";
import type { Recording } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import { indexValuePresence } from "../../proof/value-presence";
import { pairCalls } from "../../window/call-pairs";
import { indexResidencies } from "../../window/residency-index";
import { shortenText } from "../card";
import type { Fate, SurvivalKind } from "../kinds";
import { placeOf } from "../place-of";
import { hasSomeWords, makePhraseForm, scanForms } from "../scan-forms";
import type { ValueFate } from "../count-fates";
import type { ValueTable } from "../value-table";
import type { WantedHow } from "../wanted-again";
import { OutsideWords } from "./outside-words";

/** Kinds of items in the order in which they are given back: the first ones are needed most. */
export const GIVE_BACK_KINDS = ["step", "constraint", "value", "source", "message"] as const;
export type GiveBackKind = (typeof GIVE_BACK_KINDS)[number];

export interface GiveBackItem {
  readonly kind: GiveBackKind;
  /** The form of a value; `source` is what a call reads. */
  readonly is: SurvivalKind | "source";
  /** The text word by word as the recording has it. */
  readonly text: string;
  /** The block that said the text, its turn, and the file or page that it came from. */
  readonly block: string | null;
  readonly turn: TurnIndex | null;
  readonly place: string | null;
  /** How and when a later turn wanted it; `null` where none did, and while no turn has come. */
  readonly wanted: { readonly how: WantedHow; readonly turn: TurnIndex } | null;
  /** For a source that was fetched again: the values that were used of it. */
  readonly used: readonly string[];
}

export interface GiveBack {
  readonly items: readonly GiveBackItem[];
  /** How many items were left out because a text from outside said them first. */
  readonly fromOutside: number;
}

/** A want of a later turn, as the card has it. */
export interface LaterWant {
  readonly how: WantedHow;
  readonly kind: SurvivalKind | "source";
  readonly text: string;
  readonly turn: TurnIndex;
  readonly from: string | null;
  readonly used: readonly string[];
}

export interface GiveBackScene {
  readonly recording: Recording;
  readonly plans: readonly Plan[];
  readonly table: ValueTable;
  readonly fates: readonly ValueFate[];
  /** The last turn before the cut. */
  readonly before: TurnIndex;
  /** Blocks that left at the cut, as indexes into `Session.blocks`. */
  readonly left: ReadonlySet<number>;
  /** Wants of later turns; empty while nothing has followed. */
  readonly wanted: readonly LaterWant[];
}

/** Fates after which the model may not have a value: lost values, and those that nobody can look up. */
const GONE: ReadonlySet<Fate> = new Set(["lost", "unreadable"]);
const BY_STEPS: ReadonlySet<SurvivalKind> = new Set(["path", "identifier", "address", "number"]);
const ITEMS_MAX = 1_000;

interface Candidate extends Pick<GiveBackItem, "kind" | "is" | "text" | "wanted" | "used"> {
  readonly block: number | null;
}

/**
 * What a cut took and somebody needs, the most needed first: open steps, what the user listed, the values that open steps name or
 * later turns wanted, the results that these need, and the user's own words. That something was said often is no need.
 *
 *     open step "Refund W2378156"    lost: W2378156, W1000001, "Never call the customer."
 *     → step, identifier W2378156, message "Never call the customer."
 */
export function* giveBackInSteps(scene: GiveBackScene): Generator<undefined, GiveBack> {
  const { recording } = scene;
  const goneFates = scene.fates.filter(({ fate }) => GONE.has(fate));
  const candidates = dropTwins([
    ...openSteps(scene, goneFates),
    ...selectByKind(goneFates, "constraint", "constraint"),
    ...findNamedBySteps(scene, goneFates),
    ...findWantedLater(scene, goneFates),
    ...findNeededBySteps(scene),
    ...selectByKind(goneFates, "message", "message"),
  ]).slice(0, ITEMS_MAX);
  const outside = new OutsideWords(recording);
  yield* outside.prepareInSteps(candidates.flatMap(({ text, used }) => [text, ...used]));
  const inside = candidates.filter(({ is, text, block }) => !outside.isLeftOut(is, text, block));
  const calls = pairCalls(recording.session);
  const standing = indexResidencies(recording.session);
  const items = inside.map(({ block, used, ...item }): GiveBackItem => {
    const facts = recording.session.blocks[block ?? -1];
    return {
      ...item,
      used: used.filter((value) => !outside.isLeftOut("identifier", value, block)),
      block: facts?.id ?? null,
      turn: standing.listResidencies(block ?? -1)[0]?.since ?? facts?.createdTurn ?? null,
      place: block === null ? null : placeOf(recording, calls, block),
    };
  });
  const ranked = items.toSorted(
    (a, b) =>
      GIVE_BACK_KINDS.indexOf(a.kind) - GIVE_BACK_KINDS.indexOf(b.kind) ||
      Number(b.wanted !== null) - Number(a.wanted !== null),
  );
  return { items: ranked, fromOutside: candidates.length - inside.length };
}

function makeCandidate(kind: GiveBackKind, { value, block }: Pick<ValueFate, "value" | "block">): Candidate {
  return { kind, is: value.kind, text: value.text, block, wanted: null, used: [] };
}

function selectByKind(goneFates: readonly ValueFate[], of: SurvivalKind, kind: GiveBackKind): Candidate[] {
  return goneFates
    .filter(({ value }) => value.kind === of)
    .map((valueFate) => makeCandidate(kind, valueFate));
}

function openTexts({ plans, before }: GiveBackScene): string[] {
  return plans
    .slice(-1)
    .flatMap(({ steps }) =>
      steps.filter((step) => isOpenAt(step, before)).map((step) => getStepText(step, before)),
    );
}

function openSteps(scene: GiveBackScene, goneFates: readonly ValueFate[]): Candidate[] {
  const open = new Set(openTexts(scene).map((text) => makePhraseForm("step", text).text));
  const lostSteps = selectByKind(goneFates, "step", "step").filter(({ text }) => open.has(text));
  // A step that left at an earlier cut did not stand before this one, and is open all the same.
  const index = indexValuePresence(scene.recording);
  const stoodTexts = new Set(scene.fates.flatMap(({ value }) => (value.kind === "step" ? [value.text] : [])));
  const earlier = [...open].filter(
    (text) => !stoodTexts.has(text) && hasSomeWords(text) && !index.isSaid(text, scene.before + 1),
  );
  return [
    ...lostSteps,
    ...earlier.map((text): Candidate => ({
      kind: "step",
      is: "step",
      text,
      block: null,
      wanted: null,
      used: [],
    })),
  ];
}

/** The lost values that an open step names. */
function findNamedBySteps(scene: GiveBackScene, goneFates: readonly ValueFate[]): Candidate[] {
  const namedValues = new Set(
    openTexts(scene).flatMap((text) =>
      [...scanForms(text)].flatMap((form) => scene.table.listSame(form).map(({ no }) => no)),
    ),
  );
  return goneFates
    .filter(({ value }) => BY_STEPS.has(value.kind) && namedValues.has(value.no))
    .map((valueFate) => makeCandidate("value", valueFate));
}

/** The results that left and that open steps declare as their needs. */
function findNeededBySteps({ recording, plans, before, left }: GiveBackScene): Candidate[] {
  const { blocks } = recording.session;
  const calls = pairCalls(recording.session);
  return plans.slice(-1).flatMap((plan) => {
    const resolve = makeNeedResolver(recording, calls, plan);
    return plan.steps
      .filter((step) => isOpenAt(step, before))
      .flatMap(({ needs }) => needs.flatMap((need) => resolve(need) ?? []))
      .filter((block) => left.has(block))
      .flatMap((block): Candidate[] => {
        const { id, origin } = blocks[block] ?? {};
        const text = origin?.path ?? origin?.url ?? id;
        return text === undefined
          ? []
          : [{ kind: "source", is: "source", text, block, wanted: null, used: [] }];
      });
  });
}

const OWN_GROUP: ReadonlySet<string> = new Set([
  "step",
  "constraint",
  "source",
  "message",
] satisfies GiveBackKind[]);

function groupOf(is: GiveBackItem["is"]): GiveBackKind {
  return OWN_GROUP.has(is) ? (is as GiveBackKind) : "value";
}

function findWantedLater({ recording, wanted }: GiveBackScene, goneFates: readonly ValueFate[]): Candidate[] {
  if (wanted.length === 0) return [];
  const values = new Map(
    goneFates.map(({ value, block }) => [`${value.kind} ${shortenText(value.text)}`, { value, block }]),
  );
  const numbers = new Map(recording.session.blocks.map(({ id }, no) => [id, no]));
  return wanted.map(({ how, kind, text, turn, from, used }): Candidate => {
    const valueFate = values.get(`${kind} ${text}`);
    const block = valueFate?.block ?? numbers.get(from ?? "") ?? null;
    return {
      kind: groupOf(kind),
      is: kind,
      text: valueFate?.value.text ?? text,
      block,
      wanted: { how, turn },
      used,
    };
  });
}

/** Keeps each candidate once, at its first place, with the first want of any of its places. */
function dropTwins(candidates: readonly Candidate[]): Candidate[] {
  const candidatesByText = new Map<string, Candidate>();
  for (const candidate of candidates) {
    const key = `${candidate.is} ${candidate.text}`;
    const twin = candidatesByText.get(key);
    candidatesByText.set(
      key,
      twin === undefined
        ? candidate
        : {
            ...twin,
            wanted: twin.wanted ?? candidate.wanted,
            used: [...new Set([...twin.used, ...candidate.used])],
          },
    );
  }
  return [...candidatesByText.values()];
}
