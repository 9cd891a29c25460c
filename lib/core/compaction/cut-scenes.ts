import { groupBy } from "../group-by";
import type { ValuePresence } from "../proof/value-presence";
import type { Recording } from "../trace/fold/recording";
import type { Residency } from "../trace/session";
import type { TurnIndex } from "../units";
import { USER_KINDS } from "../vocabulary";
import { pairCalls } from "../window/call-pairs";
import type { ResidencyIndex } from "../window/residency-index";
import { turnAt } from "../window/turn-at";
import type { Cut } from "./cuts";
import { isClearing } from "./cuts";
import { findUnsent } from "./unsent";
import type { ValueTable } from "./value-table";
import { isCounted } from "./value-table";

/** A block in the version that stood; `null` where no window held it. */
export type StoodBlock = { readonly block: number; readonly version: number | null };

/** What stands before and behind a cut. */
export interface CutScene {
  readonly cut: Cut;
  /** The block of the summary; `null` where its text cannot be read. */
  readonly summary: number | null;
  /** The blocks that stood before the cut; of a clearing, those that it took. */
  readonly before: readonly StoodBlock[];
  /** Blocks that the turn before made and that stand in the window behind the cut. */
  readonly carried: readonly Residency[];
  readonly carriedValues: ReadonlySet<number>;
  /** Other blocks that came into the window with the cut, such as files that the harness read again. */
  readonly attached: readonly Residency[];
  /** Whether the window behind the cut is on record. */
  readonly isKnown: boolean;
  /**
   * Whether the window or the summary behind the cut is not on record: then a value that is found nowhere may still stand there.
   */
  readonly isUnread: boolean;
  /** Whether the text behind the cut names a file, so that the agent can read it again. */
  readonly names: (path: string) => boolean;
}

/** Prepares the scene of each cut from indexes that are made once for all cuts of a session. */
export class CutScenes {
  private readonly calls;
  private readonly outputs: ReadonlyMap<TurnIndex, readonly number[]>;
  private readonly begun: ReadonlyMap<TurnIndex, readonly Residency[]>;
  private readonly unsent: ReadonlyMap<TurnIndex, readonly number[]>;

  constructor(
    private readonly recording: Recording,
    private readonly table: ValueTable,
    private readonly said: ValuePresence,
    private readonly standing: ResidencyIndex,
  ) {
    const { session } = recording;
    this.calls = pairCalls(session);
    this.outputs = new Map(session.turns.map(({ index, output }) => [index, output]));
    this.begun = groupBy(session.residencies, ({ from }) => from);
    this.unsent = findUnsent(session);
  }

  /** The scene of one cut, at the cost of the size of its window. */
  prepare(cut: Cut): CutScene {
    const { session } = this.recording;
    const { turn, before, summary } = cut;
    const isWindowKnown = this.isWindowKnown(turn);
    const begun = (this.begun.get(turn) ?? []).filter(
      ({ block, since, continues, mode }) =>
        since === turn && !continues && mode !== "reference" && block !== summary,
    );
    const answered = new Set(before === null ? [] : this.listAnswers(before));
    const carried = begun.filter(({ block }) => answered.has(block));
    const text =
      summary === null
        ? null
        : this.said.readShownText({ block: summary, version: getFullVersion(session, summary) });
    const hasSummary = (text ?? "").trim() !== "";
    return {
      cut,
      summary: hasSummary ? summary : null,
      before: cut.is === "clearing" ? this.listCleared(cut) : this.listWindowBefore(cut, [...answered]),
      carried,
      carriedValues: new Set(carried.flatMap(({ block }) => this.table.of(block))),
      attached: begun.filter(
        ({ block }) => !answered.has(block) && !USER_KINDS.has(session.blocks[block]?.kind ?? "other"),
      ),
      isKnown: isWindowKnown,
      isUnread: !isWindowKnown || (cut.is === "compaction" && !hasSummary),
      names: (path) =>
        cut.is === "clearing"
          ? this.said.isSaid(path, turn)
          : hasSummary &&
            summary !== null &&
            this.said.says({ block: summary, version: getFullVersion(session, summary) }, path),
    };
  }

  /** Whether the record shows what stood at a turn. */
  isWindowKnown(turn: TurnIndex): boolean {
    return turnAt(this.recording.session.turns, turn)?.window.known === true;
  }

  /**
   * Blocks that no window held before the cut, and that the next window was due to hold: what the turn answered, the results of
   * its calls, and what was said after them.
   */
  private listAnswers(turn: TurnIndex): number[] {
    const output = this.outputs.get(turn) ?? [];
    const answers = output.flatMap((block) => [block, this.calls.resultOf.get(block) ?? []].flat());
    return [...new Set([...answers, ...(this.unsent.get(turn) ?? [])])];
  }

  private listWindowBefore({ before }: Cut, answers: readonly number[]): StoodBlock[] {
    if (before === null) return [];
    const { blocks } = this.recording.session;
    return [
      ...this.standing
        .listWindow(before)
        .filter(({ mode }) => mode !== "reference")
        .sort((a, b) => a.rank - b.rank),
      ...answers.map((block) => ({ block, version: null })),
    ].filter(({ block }) => isCounted(blocks[block] ?? { kind: "other" }));
  }

  private listCleared({ evictions, before }: Cut): StoodBlock[] {
    return evictions
      .filter((eviction) => isClearing(eviction))
      .map(({ block }) => ({
        block,
        version: before === null ? null : (this.standing.findLatest(block, before)?.version ?? null),
      }))
      .filter(({ block }) => isCounted(this.recording.session.blocks[block] ?? { kind: "other" }));
  }
}

/** The version of a block that holds its full text; -1 for none. */
export function getFullVersion({ blocks }: Recording["session"], block: number): number {
  return blocks[block]?.full ?? -1;
}
