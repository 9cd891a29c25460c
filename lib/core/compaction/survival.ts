import { fileActs } from "../evidence/file-acts";
import { isOwnPlan } from "../evidence/plan/own-plan";
import type { Plan } from "../evidence/plan/steps/plan";
import { groupBy } from "../group-by";
import type { ValuePresence } from "../proof/value-presence";
import { indexValuePresence } from "../proof/value-presence";
import type { InSteps } from "../steps";
import type { Recording } from "../trace/fold/recording";
import type { Residency } from "../trace/session";
import type { TurnIndex } from "../units";
import type { ResidencyIndex } from "../window/residency-index";
import { indexResidencies } from "../window/residency-index";
import { TurnSpans } from "../window/turn-spans";
import type { Cut } from "./cuts";
import type { CutScene, StoodBlock } from "./cut-scenes";
import { CutScenes, getFullVersion } from "./cut-scenes";
import { findCuts } from "./cuts";
import type { ValueFate } from "./count-fates";
import type { Fate } from "./kinds";
import { pathParts, splitSentences } from "./scan-forms";
import type { CountedValue, ValueTable } from "./value-table";
import { SUMMARY_KINDS } from "../vocabulary";
import { collectValues, isCounted, listSteps } from "./value-table";

export interface CutSurvival {
  readonly cut: Cut;
  /** Whether the record shows the window before; if not, nothing is known of what it held. */
  readonly isKnown: boolean;
  readonly fates: readonly ValueFate[];
}

/**
 * What stood before each cut, and where it stands behind it. Every text is read once for its values and once for where they are
 * said again; each cut then costs the size of its window.
 *
 *     turn 3   goal: "Refund order W2378156." · r1: "src/pay.ts took 350 ms"
 *     turn 4   summary: "Refund of W2378156, see src/pay.ts"
 *
 *     identifier  before 1  inSummary 1          path  before 1  inSummary 1
 *     number      before 1  inNamedFile 1 if r1 is what src/pay.ts says, else lost 1
 *     message     before 1  lost 1
 */
export class Survivals {
  private readonly said: ValuePresence;
  readonly standing: ResidencyIndex;
  private readonly scenes: CutScenes;
  private readonly older = new Map<number, TurnSpans>();
  private readonly files: ReadonlyMap<number, readonly string[]>;

  private constructor(
    private readonly recording: Recording,
    private readonly plans: readonly Plan[],
    readonly table: ValueTable,
  ) {
    const { session } = recording;
    this.said = indexValuePresence(recording);
    this.standing = indexResidencies(session);
    this.scenes = new CutScenes(recording, table, this.said, this.standing);
    const acts = groupBy(fileActs(recording), ({ block }) => block);
    this.files = new Map(
      [...acts].map(([block, list]) => [block, list.map(({ path }) => writeSpoken(path))]),
    );
  }

  /**
   * Computes what survived, a text or a value per step.
   * @returns `null` where nothing was ever cut
   */
  static *inSteps(recording: Recording, allPlans: readonly Plan[]): Generator<undefined, Survivals | null> {
    if (findCuts(recording.session).length === 0) return null;
    const plans = allPlans.filter((plan) => isOwnPlan(plan, recording.session));
    const table = yield* collectValues(recording, plans);
    const survivals = new Survivals(recording, plans, table);
    yield* survivals.said.prepareInSteps(survivals.listAskedValues());
    return survivals;
  }

  private *listAskedValues(): Generator<string> {
    for (const { spellings, kind, text } of this.table.values) {
      yield* spellings;
      if (kind === "message") yield* splitSentences(text);
    }
    for (const paths of this.files.values()) yield* paths;
  }

  /** Whether something that stands in the window of a turn says a value. */
  isSaid({ spellings }: CountedValue, turn: TurnIndex): boolean {
    return [...spellings].some((spelling) => this.said.isSaid(spelling, turn));
  }

  /** The first turn, from one on, in whose window something says a value; `null` for never. */
  findTurnSaidFrom({ spellings }: CountedValue, turn: TurnIndex): TurnIndex | null {
    const turns = [...spellings].flatMap(
      (spelling) => this.said.findTurns(spelling).findAfter(turn)?.from ?? [],
    );
    return turns.length === 0 ? null : Math.max(turn, Math.min(...turns));
  }

  saysIn(block: number, { spellings }: CountedValue): boolean {
    return [...spellings].some((spelling) => this.saysValue(block, spelling));
  }

  /** Whether the full text of a block says a value. */
  saysValue(block: number, value: string): boolean {
    return this.said.says({ block, version: getFullVersion(this.recording.session, block) }, value);
  }

  /** The blocks that came into the window with the cut, besides the summary and what the user wrote. */
  listAttachedAt(cut: Cut): readonly number[] {
    return [...new Set(this.scenes.prepare(cut).attached.map(({ block }) => block))];
  }

  /** The blocks that stood before a cut and do not behind it. */
  listLeftAt(cut: Cut): readonly number[] {
    const blocksBefore = this.scenes.prepare(cut).before.map(({ block }) => block);
    return [...new Set(blocksBefore)].filter(
      (block) => this.standing.findAt(block, cut.turn)?.mode !== "full",
    );
  }

  /** What became of each value that stood before a cut, a value per step. */
  *atInSteps(cut: Cut): InSteps<CutSurvival> {
    const scene = this.scenes.prepare(cut);
    const stoodValues = new Map<number, number | null>();
    const namedValues = new Set<number>();
    const namedFiles: StoodBlock[] = [];
    for (const { block, version } of scene.before) {
      const isNamed = this.files.get(block)?.some((path) => scene.names(path)) === true;
      if (isNamed) namedFiles.push({ block, version });
      const isWhole = version === null || version === this.recording.session.blocks[block]?.full;
      for (const no of this.table.of(block)) {
        const value = this.table.values[no];
        if (value === undefined || (!isWhole && !this.saysAs(block, version, value))) continue;
        if (!stoodValues.has(no)) stoodValues.set(no, block);
        // A file does not say the command that read or wrote it.
        if (isNamed && value.kind !== "command") namedValues.add(no);
      }
    }
    if (cut.is !== "clearing" && cut.before !== null)
      for (const step of listSteps(this.table, this.plans, cut.before))
        if (!stoodValues.has(step.no) && this.stoodAsStep(step, cut.before, scene.before)) {
          stoodValues.set(step.no, null);
          if (namedFiles.some((file) => this.showsValue(file.block, file.version, step)))
            namedValues.add(step.no);
        }
    for (const [no, longer] of this.table.findEnds(stoodValues.keys())) {
      if (namedValues.has(no)) for (const longerNo of longer) namedValues.add(longerNo);
      stoodValues.delete(no);
    }
    const fates: ValueFate[] = [];
    for (const [no, block] of stoodValues) {
      const value = this.table.values[no];
      if (value === undefined) continue;
      const fate = this.decideFate(value, scene, namedValues.has(no));
      const partly = fate === "lost" && value.kind === "message" && this.isPartlySaid(value, cut.turn);
      fates.push({ value, fate, block, partly });
      yield;
    }
    return { cut, isKnown: cut.before !== null && this.scenes.isWindowKnown(cut.before), fates };
  }

  private decideFate(value: CountedValue, scene: CutScene, isNamed: boolean): Fate {
    const { cut, attached, carried, carriedValues, isKnown, summary } = scene;
    if (summary !== null && this.saysIn(summary, value)) return "inSummary";
    if (
      isKnown &&
      (this.findTurnsStood(value).has(cut.turn) ||
        carriedValues.has(value.no) ||
        this.isAmong(carried, value))
    )
      return "kept";
    if (isKnown && this.isAmong(attached, value)) return "attached";
    if (isNamed) return "inNamedFile";
    return scene.isUnread ? "unreadable" : "lost";
  }

  /**
   * Whether a step counts as standing before a cut. A plan can hold steps that left the window long before; a step that no text
   * says is kept by the program.
   */
  private stoodAsStep(step: CountedValue, before: TurnIndex, blocksBefore: readonly StoodBlock[]): boolean {
    if (this.isSaid(step, before)) return true;
    const spellings = [...step.spellings];
    const due = new Set(blocksBefore.map(({ block }) => block));
    if (spellings.some((text) => this.said.findSayers(text).some(({ block }) => due.has(block)))) return true;
    return !spellings.some((spelling) => this.wasSaid(spelling, before));
  }

  /** Whether something said a spelling up to a turn: in a window, or in an answer that no window came to hold. */
  private wasSaid(spelling: string, turn: TurnIndex): boolean {
    if (this.said.findTurns(spelling).findBefore(turn) !== undefined) return true;
    const { blocks } = this.recording.session;
    return this.said.findSayers(spelling).some(({ block }) => {
      const { createdTurn = null, kind = "other" } = blocks[block] ?? {};
      return createdTurn !== null && createdTurn <= turn && !SUMMARY_KINDS.has(kind);
    });
  }

  /** The turns in which a block says a value that stood there before that turn. */
  private findTurnsStood(value: CountedValue): TurnSpans {
    let spans = this.older.get(value.no);
    if (spans === undefined) {
      const { session } = this.recording;
      const sayers = [...value.spellings].flatMap((spelling) => this.said.findSayers(spelling));
      const origins = value.origins.map((block) => ({
        block,
        version: getFullVersion(session, block),
      }));
      const residencies = [...sayers, ...origins].flatMap(({ block, version }) =>
        isCounted(session.blocks[block] ?? { kind: "other" })
          ? this.standing
              .listResidencies(block)
              .filter((residency) => residency.version === version && residency.mode !== "reference")
          : [],
      );
      spans = TurnSpans.joinOver(
        residencies
          .map(({ since, from, to }) => ({ from: Math.max(from, since + 1), to }))
          .filter(({ from, to }) => from <= (to ?? Infinity)),
      );
      this.older.set(value.no, spans);
    }
    return spans;
  }

  private isAmong(residencies: readonly Residency[], value: CountedValue): boolean {
    return residencies.some(({ block, version }) => this.saysAs(block, version, value));
  }

  private saysAs(block: number, version: number | null, { spellings }: CountedValue): boolean {
    return [...spellings].some((spelling) => this.said.says({ block, version: version ?? -1 }, spelling));
  }

  private showsValue(block: number, version: number | null, value: CountedValue): boolean {
    return this.saysAs(block, version ?? getFullVersion(this.recording.session, block), value);
  }

  private isPartlySaid({ text }: CountedValue, turn: TurnIndex): boolean {
    return splitSentences(text).some((sentence) => this.said.isSaid(sentence, turn));
  }
}

/**
 * The last two parts of a path with a space, as all other paths are named by them; such a path would be searched for only as a
 * whole.
 */
function writeSpoken(path: string): string {
  const end = pathParts(path).slice(-2).join("/");
  return /\s/.test(path) && !/\s/.test(end) ? end : path;
}
