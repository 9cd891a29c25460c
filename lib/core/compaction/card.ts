import type { HeldBill } from "../cost/analysed-bill";
import type { Evidence } from "../evidence/edge";
import type { Plan } from "../evidence/plan/steps/plan";
import type { Recording } from "../trace/fold/recording";
import type { Cause } from "../trace/cause";
import { DERIVED_CAUSE } from "../trace/cause";
import type { Block, Compaction, Turn } from "../trace/session";
import type { Figure } from "../trace/turn-figures";
import type { Tokens, TurnIndex } from "../units";
import type { SourceKind } from "../vocabulary";
import { pairCalls } from "../window/call-pairs";
import type { Cut, CutKind } from "./cuts";
import { findCuts, numberCuts } from "./cuts";
import type { SurvivalByKind } from "./kinds";
import type { CutPrice } from "./price";
import { CutPrices } from "./price";
import type { ValueFate } from "./count-fates";
import { countFates } from "./count-fates";
import type { CutSurvival } from "./survival";
import { Survivals } from "./survival";
import type { CutTrigger } from "./trigger";
import { findTrigger } from "./trigger";
import type { Wanted } from "./wanted-again";
import { findWantedInSteps } from "./wanted-again";

/** What one cut kept, what of the rest was wanted again, and what it cost. */
export interface CutCard {
  /** Compactions count from 0, other cuts from -1 down: the number stays while a session grows. */
  readonly no: number;
  readonly is: CutKind;
  readonly turn: TurnIndex;
  readonly trigger: CutTrigger | null;
  /** What its program calls the trigger; `null` where it says nothing. */
  readonly stated: string | null;
  readonly cause: Cause;
  readonly before: Figure;
  readonly after: Figure;
  /** The part of the window after the cut that no cut makes smaller: instructions, tool schemas and memory. */
  readonly floor: Tokens | null;
  readonly removed: number;
  readonly summaryBlock: string | null;
  /** What survived, by kind; `null` where the record does not show the window before. */
  readonly survival: SurvivalByKind | null;
  /** Messages of the user that are lost as a whole and of which a sentence still stands. */
  readonly partly: number;
  readonly wanted: readonly CardWant[];
  /** How many values were wanted again, also those that the list leaves out. */
  readonly wantedTotal: number;
  readonly price: CutPrice | null;
  readonly durationMs: number | null;
  readonly attached: readonly AttachedBlock[];
  readonly drift: Drift | null;
}

export interface CardWant extends Omit<Wanted, "from" | "by"> {
  readonly from: string | null;
  readonly by: string | null;
}

export interface AttachedBlock {
  readonly blockId: string;
  readonly source: SourceKind;
  readonly label: string | null;
  readonly tokens: Tokens | null;
}

/** How many of the values that stood before the first compaction still stand behind this later one. */
export interface Drift {
  readonly first: number;
  readonly still: number;
}

export interface CardScene {
  readonly recording: Recording;
  readonly plans: readonly Plan[];
  readonly evidence: Pick<Evidence, "edges">;
  /** The bill of the session; it is asked for only where something was cut. */
  readonly bill: HeldBill;
}

const WANTED_MAX = 200;
const ATTACHED_MAX = 50;
const TEXT_CHARS_MAX = 300;

/** A card with what became of each value. */
export interface CutReport {
  readonly card: CutCard;
  readonly cut: Cut;
  readonly fates: readonly ValueFate[];
  readonly wanted: readonly Wanted[];
}

/** The cards of all cuts of a recording, a bounded piece of work per step. */
export function* buildReportsInSteps(scene: CardScene): Generator<undefined, CutReport[]> {
  const { recording, plans, evidence, bill } = scene;
  const survivals = yield* Survivals.inSteps(recording, plans);
  if (survivals === null) return [];
  const cuts: CutSurvival[] = [];
  for (const cut of findCuts(recording.session)) {
    cuts.push(yield* survivals.atInSteps(cut));
    yield;
  }
  const calls = pairCalls(recording.session);
  const wants = yield* findWantedInSteps({ recording, evidence, calls, survivals }, cuts);
  yield;
  const prices = new CutPrices(recording.session, yield* bill.inSteps());
  const turns = new Map(recording.session.turns.map((turn) => [turn.index, turn]));
  const first = cuts.find(({ cut }) => cut.is === "compaction");
  const reports: CutReport[] = [];
  const numbers = new Map([...numberCuts(cuts.map(({ cut }) => cut))].map(([no, cut]) => [cut, no]));
  for (const { cut, fates, isKnown } of cuts) {
    const cutWants = wants.get(cut.turn) ?? [];
    const card = {
      no: numbers.get(cut) ?? 0,
      ...describeCut(scene, cut, turns),
      survival: isKnown ? countFates(fates) : null,
      partly: fates.filter(({ partly }) => partly).length,
      wanted: cutWants.slice(0, WANTED_MAX).map((want) => showWant(recording, want)),
      wantedTotal: cutWants.length,
      price: prices.at(cut, cutWants, calls.resultOf),
      attached: listAttached(recording, survivals.listAttachedAt(cut)),
      drift:
        first === undefined || cut.is !== "compaction" || turns.get(cut.turn)?.window.known !== true
          ? null
          : compareSurvivals(survivals, first, cut),
    };
    reports.push({ card, cut, fates, wanted: cutWants });
    yield;
  }
  return reports;
}

function describeCut({ recording }: CardScene, cut: Cut, turns: ReadonlyMap<TurnIndex, Turn>) {
  const { blocks, compactions } = recording.session;
  const compaction = compactions[cut.compaction ?? -1] ?? null;
  const [last, next] = [turns.get(cut.before ?? -1), turns.get(cut.turn)];
  return {
    is: cut.is,
    turn: cut.turn,
    trigger: findTrigger(compaction, cut.evictions[0]),
    cause: compaction?.cause ?? cut.evictions[0]?.cause ?? DERIVED_CAUSE,
    stated: compaction?.trigger ?? null,
    before: compaction?.tokensBefore ?? last?.window.tokens ?? UNKNOWN,
    after: findSizeAfter(compaction, next),
    floor: sumFloor(next),
    removed: compaction?.removed ?? new Set(cut.evictions.map(({ block }) => block)).size,
    summaryBlock: blocks[cut.summary ?? -1]?.id ?? null,
    durationMs: compaction?.cause.numbers?.durationMs ?? measureCallDuration(last),
  };
}

/**
 * The size of the window after a cut. A program may report the size of what replaces the messages alone; the next call measures
 * the whole window.
 */
function findSizeAfter(compaction: Compaction | null, next: Turn | undefined): Figure {
  const measured = next?.window.tokens;
  if (measured?.provenance === "measured") return measured;
  return compaction?.tokensAfter ?? measured ?? UNKNOWN;
}

const UNKNOWN: Figure = { value: null, provenance: "unavailable" };
const FLOOR: readonly SourceKind[] = ["system_rules", "repository_instructions", "tool_schemas", "memory"];

function sumFloor(turn: Turn | undefined): Tokens | null {
  if (turn?.window.known !== true) return null;
  const { bySource, residual } = turn.window;
  const shownTokens = FLOOR.reduce((sum, kind) => sum + (bySource[kind] ?? 0), 0);
  // A floor of which nothing is shown or measured is unknown, and not 0.
  if (shownTokens === 0 && residual === null) return null;
  return shownTokens + Math.max(0, residual ?? 0);
}

/** How long the call took that wrote the summary, where it is a turn of the session. */
function measureCallDuration(turn: Turn | undefined): number | null {
  if (turn?.phase !== "compaction" || turn.at === null || turn.endedAt === null) return null;
  return Math.max(0, turn.endedAt - turn.at);
}

function showWant({ session }: Recording, { from, by, text, instead, ...want }: Wanted): CardWant {
  return {
    ...want,
    text: shortenText(text),
    instead: instead === null ? null : shortenText(instead),
    from: session.blocks[from ?? -1]?.id ?? null,
    by: session.blocks[by ?? -1]?.id ?? null,
  };
}

/** The beginning of a text, as a card shows it; the block has all of it. */
export function shortenText(text: string): string {
  return text.slice(0, TEXT_CHARS_MAX).toWellFormed();
}

function listAttached({ session }: Recording, blocks: readonly number[]): AttachedBlock[] {
  return blocks.slice(0, ATTACHED_MAX).flatMap((no) => {
    const block = session.blocks[no];
    return block === undefined ? [] : [describeAttached(block)];
  });
}

function describeAttached({ id, kind, label, origin, versions, full }: Block): AttachedBlock {
  const name = origin?.path ?? origin?.url ?? label;
  return {
    blockId: id,
    source: kind,
    label: name === null ? null : shortenText(name),
    tokens: versions[full]?.tokens ?? null,
  };
}

function compareSurvivals(survivals: Survivals, first: CutSurvival, cut: Cut): Drift | null {
  if (first.cut === cut) return null;
  const still = first.fates.filter(({ value }) => survivals.isSaid(value, cut.turn)).length;
  return { first: first.fates.length, still };
}
