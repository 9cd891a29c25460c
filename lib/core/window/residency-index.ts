import { countUntil } from "../count-until";
import { groupBy } from "../group-by";
import { makeOnce } from "../once";
import type { Residency, Session } from "../trace/session";
import type { TurnIndex } from "../units";

/** What stood where: by block, and by turn. Made by {@link indexResidencies}. */
export class ResidencyIndex {
  private readonly byBlock: ReadonlyMap<number, Residency[]>;
  private snapshots: readonly Snapshot[] | null = null;
  private begun: readonly number[] = [];

  constructor(private readonly residencies: readonly Residency[]) {
    this.byBlock = groupBy(residencies, ({ block }) => block);
    for (const residencies of this.byBlock.values()) residencies.sort((a, b) => a.from - b.from);
  }

  listResidencies(block: number): readonly Residency[] {
    return this.byBlock.get(block) ?? [];
  }

  findAt(block: number, turn: TurnIndex): Residency | undefined {
    const residency = this.findLatest(block, turn);
    return residency !== undefined && (residency.to === null || residency.to >= turn) ? residency : undefined;
  }

  /** The newest residency that began at or before a turn, even if it has ended by then. */
  findLatest(block: number, turn: TurnIndex): Residency | undefined {
    const residencies = this.listResidencies(block);
    return residencies[countUntil(residencies, ({ from }) => from <= turn) - 1];
  }

  /** What stood in the window of a turn, in the order of the session's residencies. Costs the size of the window. */
  listWindow(turn: TurnIndex): Residency[] {
    const { residencies } = this;
    this.snapshots ??= this.takeSnapshots();
    const snapshot = this.snapshots[countUntil(this.snapshots, ({ turn: at }) => at <= turn) - 1];
    const numbers = [...(snapshot?.standing ?? [])];
    for (let at = snapshot?.begun ?? 0; at < this.begun.length; at++) {
      const number = this.begun[at] ?? -1;
      if ((residencies[number]?.from ?? Infinity) > turn) break;
      numbers.push(number);
    }
    return numbers
      .sort((a, b) => a - b)
      .flatMap((number) => residencies[number] ?? [])
      .filter(({ to }) => to === null || to >= turn);
  }

  /** What stood in the window of some turn from one to another. Costs the size of the window and what began since. */
  listBetween(from: TurnIndex, to: TurnIndex): Residency[] {
    const { residencies } = this;
    const getFrom = (number: number) => residencies[number]?.from ?? 0;
    this.snapshots ??= this.takeSnapshots();
    const later = this.begun.slice(
      countUntil(this.begun, (number) => getFrom(number) <= from),
      countUntil(this.begun, (number) => getFrom(number) <= to),
    );
    return [...this.listWindow(from), ...later.flatMap((number) => residencies[number] ?? [])];
  }

  /**
   * Lists of what stood at some turns. A list is made when as much has begun since the last one as that one holds, so that all
   * lists together hold no more than a few times what the session has.
   */
  private takeSnapshots(): Snapshot[] {
    const { residencies } = this;
    const fromOf = (number: number) => residencies[number]?.from ?? 0;
    this.begun = [...residencies.keys()].sort((a, b) => fromOf(a) - fromOf(b));
    const snapshots: Snapshot[] = [];
    let [standingNow, since] = [[] as number[], 0];
    for (const [at, number] of this.begun.entries()) {
      const turn = fromOf(number);
      if (since > standingNow.length && turn > fromOf(this.begun[at - 1] ?? number)) {
        standingNow = [...standingNow, ...this.begun.slice(at - since, at)].filter((residency) => {
          const to = residencies[residency]?.to;
          return to === null || (to !== undefined && to >= turn);
        });
        snapshots.push({ turn, standing: standingNow, begun: at });
        since = 0;
      }
      since++;
    }
    return snapshots;
  }
}

/** What had begun before a turn and still stood at it, by number, and how many had begun. */
interface Snapshot {
  readonly turn: TurnIndex;
  readonly standing: readonly number[];
  readonly begun: number;
}

/** The places of a session's residencies, which all who ask about it share. */
export function indexResidencies({ residencies }: Pick<Session, "residencies">): ResidencyIndex {
  return indexOnce(residencies);
}

const indexOnce = makeOnce((residencies: readonly Residency[]) => new ResidencyIndex(residencies));
