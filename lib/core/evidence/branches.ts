import { fullText } from "../trace/fold/recording";
import type { Recording } from "../trace/fold/recording";
import type { Turn } from "../trace/session";
import type { SourceKind } from "../vocabulary";
import type { EvidenceEdge } from "./edge";
import { isConditional, isDecidedOn, namesField } from "./decisions";
import type { StatedField } from "./fields";
import type { NeedPlaces } from "./need-places";
import type { Sources } from "./sources";
import { areExclusive, isStateWord, isSignificantState } from "./states";
import type { Plan } from "./plan/steps/plan";
import type { StepTimes, TimedStep } from "./step-times";
import type { PlainTexts } from "./texts";
import { oppositesOf, qualityOf, truthOf } from "./truths";
import { normalSpelling, placesIn, saysValue } from "./values/spelling";

/**
 * The confidence of an edge that only a plain word reports. It is higher when the thing that has this state
 * is named too.
 */
const WORD_CONFIDENCE = 0.4;
const NAMED_CONFIDENCE = 0.5;
/** When more sources than this report a state, it does not tell which of them the decision used. */
const SOURCES_MAX = 2;
const STEPS_MAX = 200;
const OWN_WORDS_MAX = 100;
/** Shorter names of a quality are words of any prose, so the model's text is not searched for them. */
const SOUGHT_QUALITY_CHARS_MIN = 5;
const USE_CHARS_MAX = 20_000;
const HELD: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval", "memory"]);

interface StateField {
  readonly field: StatedField;
  readonly block: number;
}

interface Branch extends StateField {
  readonly word: string;
  readonly isNamed: boolean;
}

/**
 * Knows which results tell the state of a thing, as they arrive, and which of these states a text decides on.
 */
export class Branches {
  private readonly byWord = new Map<string, StateField[]>();
  /** States that only this session has, such as "customs hold". */
  private readonly ownWords = new Set<string>();
  private readonly qualities = new Map<string, StateField[]>();
  private readonly seen = new Set<number>();
  /** Steps with a condition, in normal spelling. To write a step down decides nothing yet. */
  private readonly conditional: readonly string[];

  constructor(
    private readonly recording: Recording,
    private readonly texts: PlainTexts,
    private readonly sources: Sources,
    private readonly places: NeedPlaces,
    plans: readonly Plan[],
  ) {
    const steps = plans.flatMap((plan) => plan.steps.map(({ text }) => normalSpelling(text)));
    this.conditional = [...new Set(steps)].filter((text) => isConditional(text)).slice(0, STEPS_MAX);
  }

  edges(steps: StepTimes, known: readonly EvidenceEdge[]): EvidenceEdge[] {
    const { turns, residencies } = this.recording.session;
    const linked = new Set(known.map(({ from, to }) => `${from} ${to.turn}`));
    const entering = residencies.toSorted((a, b) => a.from - b.from);
    const edges: EvidenceEdge[] = [];
    let next = 0;
    for (const turn of turns) {
      for (; (entering[next]?.from ?? Infinity) <= turn.index; next++)
        this.learn(entering[next]?.block ?? -1);
      if (turn.window.known && this.byWord.size + this.qualities.size > 0)
        edges.push(
          ...[...this.edgesOf(turn, steps)].filter(({ from, to }) => !linked.has(`${from} ${to.turn}`)),
        );
    }
    return edges;
  }

  private learn(number: number): void {
    const block = this.recording.session.blocks[number];
    if (block === undefined || !HELD.has(block.kind) || this.seen.has(number)) return;
    this.seen.add(number);
    for (const field of this.texts.fieldsOf(number)) {
      if (truthOf(field.plain) !== null) this.learnQuality(field, number);
      if (field.sort !== "state" && !isOwnState(field)) continue;
      if (!isStateWord(field.plain)) {
        if (this.ownWords.size >= OWN_WORDS_MAX) continue;
        this.ownWords.add(field.plain);
      }
      const list = this.byWord.get(field.plain) ?? [];
      list.push({ field, block: number });
      this.byWord.set(field.plain, list);
    }
  }

  /** A yes or no is decided on by the name of its quality: "frozen: true" by "is not frozen". */
  private learnQuality(field: StatedField, block: number): void {
    const quality = qualityOf(field.key);
    if (quality.length < SOUGHT_QUALITY_CHARS_MIN || this.qualities.size >= OWN_WORDS_MAX) return;
    for (const word of [quality, ...oppositesOf(quality)])
      this.qualities.set(word, [...(this.qualities.get(word) ?? []), { field, block }]);
  }

  private *edgesOf({ index: turn, output }: Turn, steps: StepTimes): Iterable<EvidenceEdge> {
    const active = steps.activeAt(turn);
    const seen = new Set<number>();
    for (const number of output) {
      const block = this.recording.session.blocks[number];
      if (block?.kind !== "assistant_text" && block?.kind !== "tool_call") continue;
      const text = (fullText(this.recording, block) ?? "").slice(0, USE_CHARS_MAX);
      const step = active.at(-1);
      for (const branch of this.decidedIn(this.withoutSteps(normalSpelling(text)))) {
        if (seen.has(branch.block)) continue;
        seen.add(branch.block);
        const to = { turn, plan: step?.plan ?? null, step: step?.id ?? null, block: number };
        yield this.edge(branch, to, `b${branch.block}.${turn}.${number}`);
      }
    }
    for (const step of steps.begunAt(turn)) yield* this.stepEdges(step, turn, seen);
  }

  private *stepEdges(
    { plan, id, text, number }: TimedStep,
    turn: number,
    seen: Set<number>,
  ): Iterable<EvidenceEdge> {
    for (const branch of this.decidedIn(normalSpelling(text))) {
      if (seen.has(branch.block)) continue;
      seen.add(branch.block);
      yield this.edge(branch, { turn, plan, step: id, block: null }, `b${branch.block}.${turn}.s${number}`);
    }
  }

  private withoutSteps(normal: string): string {
    return this.conditional.reduce((rest, step) => rest.replaceAll(step, " . "), normal);
  }

  private decidedIn(normal: string): Branch[] {
    const words = new Set((normal.match(/\p{L}+(?: (?:stock|progress|out))?/gu) ?? []).filter(isStateWord));
    for (const word of this.ownWords) if (saysValue(normal, word)) words.add(word);
    const decided = (word: string) =>
      [...placesIn(normal, word)].filter((at) => isDecidedOn(normal, at, word));
    const onStates = [...words].flatMap((word) => {
      const places = decided(word);
      return places.length === 0 ? [] : (this.branchOn(word, normal, places) ?? []);
    });
    const onQualities = [...this.qualities].flatMap(([word, fields]) => {
      const isAsked = decided(word).some((at) => isPredicate(normal, at));
      return isAsked ? (newestOf(this.sources, fields, normal, word) ?? []) : [];
    });
    return [...onStates, ...onQualities];
  }

  private branchOn(word: string, normal: string, places: readonly number[]): Branch | null {
    const fields = [...this.byWord]
      .flatMap(([plain, list]) => (plain === word || areExclusive(plain, word) ? list : []))
      .filter(
        ({ field }) => field.sort === "state" || places.some((at) => namesField(normal, at, field.key)),
      );
    const isOwn = isSignificantAlone(word) && places.some((at) => isPredicate(normal, at));
    const isKnown =
      isSignificantState(word) || isOwn || fields.some(({ field }) => saysValue(normal, field.key));
    return newestOf(this.sources, fields, normal, word, isKnown);
  }

  private edge({ field, block, isNamed }: Branch, to: EvidenceEdge["to"], id: string): EvidenceEdge {
    const { until: _, ...where } = this.places.at({ block, fields: [field], values: [] }, to.turn);
    return {
      ...where,
      id,
      to,
      kind: "inferred",
      executed: true,
      matched: [field.value],
      matches: 1,
      confidence: isNamed ? NAMED_CONFIDENCE : WORD_CONFIDENCE,
    };
  }
}

/**
 * If the text names the thing, only results about that thing count.
 * @param isKnown whether the word alone tells what it is a state of
 */
function newestOf(
  sources: Sources,
  fields: readonly StateField[],
  normal: string,
  word: string,
  isKnown = !isStateWord(word) || isSignificantState(word),
): Branch | null {
  const named = fields.filter(({ field }) => field.subject !== null && saysValue(normal, field.subject));
  const meant = named.length > 0 ? named : fields;
  if (named.length === 0 && !isKnown) return null;
  const from = new Set(meant.map(({ block }) => sources.of(block)));
  const newest = meant.reduce<StateField | null>(
    (last, one) => (last === null || one.block >= last.block ? one : last),
    null,
  );
  if (newest === null || from.size > (named.length > 0 ? 1 : SOURCES_MAX)) return null;
  return { ...newest, word, isNamed: named.length > 0 };
}

const COMMON = new Set(
  "urgent good ready fine clear important possible necessary correct sure likely different empty normal unknown simple large small better easy useful relevant safe wrong missing present absent similar equal enough needed required current recent specific certain perfect great okay".split(
    " ",
  ),
);
const OWN_STATE_CHARS_MIN = 6;

function isSignificantAlone(word: string): boolean {
  return (
    !isStateWord(word) && !COMMON.has(word) && (word.includes(" ") || word.length >= OWN_STATE_CHARS_MIN)
  );
}

const PREDICATE =
  /(?:^|[ .,;:(])(?:(?:is|are|was|were|be|been|ist|sind|est|está|es|è|são|still|already|not|if|unless|when|once|while|wenn|falls|si|se|als)(?: (?:still|already|not|now|currently|yet|it|be|nicht|noch|mehr|bereits|encore|déjà|aún|ya|ancora|già))*) $/u;

/** "if it is still in transit". */
function isPredicate(normal: string, at: number): boolean {
  return PREDICATE.test(normal.slice(Math.max(0, at - 40), at));
}

/** A word as a value is a state where a text gives it together with its name: "triage: urgent". */
const OWN_WORD = /^\p{L}{3,20}$/u;

function isOwnState({ sort, plain, key }: StatedField): boolean {
  return sort === "words" && OWN_WORD.test(plain) && /^\p{L}[\p{L} ]{2,}$/u.test(key);
}
