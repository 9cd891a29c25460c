import { groupBy } from "../group-by";
import type { Recording } from "../trace/fold/recording";
import type { Eviction, Residency } from "../trace/session";
import type { TurnIndex } from "../units";
import type { CallPairs } from "../window/call-pairs";
import { pairCalls } from "../window/call-pairs";
import type { ResidencyIndex } from "../window/residency-index";
import { indexResidencies } from "../window/residency-index";
import type { EdgeState, EvidenceEdge } from "./edge";
import { Follows } from "./followed";
import { BLOCK_CHARS_MAX } from "./values/limits";
import { scanValues } from "./values/values";

export type Whereabouts = Pick<
  EvidenceEdge,
  "from" | "state" | "residual" | "residualBlock" | "refetchedBy" | "leftTurn"
>;

export class EvidencePlaces {
  readonly standing: ResidencyIndex;
  private readonly pins = new Map<TurnIndex, Set<number>>();
  private readonly shown = new Map<string, Set<string>>();
  private readonly exits: ReadonlyMap<number, readonly Eviction[]>;
  private readonly follows: Follows;
  work = 0;

  constructor(
    private readonly recording: Recording,
    calls: CallPairs = pairCalls(recording.session),
  ) {
    const { session } = recording;
    this.follows = new Follows(recording, calls);
    this.standing = indexResidencies(session);
    this.exits = groupBy(session.evictions, ({ block }) => block);
    const numbers = new Map(session.blocks.map(({ id }, number) => [id, number]));
    for (const { turn, event } of session.records) {
      if (event.type !== "context.decided") continue;
      const pinned = event.included.filter(({ reason }) => /\bpin(ned|s)?\b/i.test(reason));
      const blocks = pinned.flatMap(({ sourceId }) => numbers.get(sourceId) ?? []);
      if (blocks.length > 0) this.pins.set(event.turn ?? turn, new Set(blocks));
    }
  }

  says(block: number, turn: TurnIndex, value: string | null): boolean {
    const residency = this.standing.findAt(block, turn);
    return residency !== undefined && this.holds(residency, value);
  }

  /** Whether the value can be read in a residency; for `null`, whether anything can. */
  holds(residency: Residency, value: string | null): boolean {
    if (residency.mode === "reference") return false;
    return residency.mode === "full" || value === null || this.collectValues(residency).has(value);
  }

  /**
   * Whether a reference is left that is enough to get the block back. A bare placeholder leads nowhere, and
   * neither does a reference that was followed without success.
   */
  leadsTo(block: number, turn: TurnIndex): boolean {
    const residency = this.standing.findAt(block, turn);
    const exit = this.findExit(block, turn);
    const since = exit?.turn ?? residency?.from ?? turn;
    return [residency?.reference, exit?.reference].some(
      (reference) =>
        reference != null &&
        reference.kind !== "summary" &&
        (reference.restorable ?? reference.kind !== "placeholder") &&
        this.follows.findFailed(reference, since, turn) === undefined,
    );
  }

  findExit(block: number, turn: TurnIndex): Eviction | undefined {
    return this.exits.get(block)?.findLast((exit) => exit.turn <= turn);
  }

  getStandingState(block: number, turn: TurnIndex): EdgeState {
    return this.pins.get(turn)?.has(block) === true ? "pinned" : "live";
  }

  /**
   * The first turn in which the block stood only as a reference, without the needed value, or not at all;
   * `null` while it stands, and where it never stood up to `turn`.
   */
  findLeftTurn(
    block: number,
    turn: TurnIndex,
    holds: (residency: Residency) => boolean = ({ mode }) => mode !== "reference",
  ): TurnIndex | null {
    const residency = this.standing
      .listResidencies(block)
      .findLast((earlier) => earlier.from <= turn && holds(earlier));
    return residency === undefined || residency.to === null || residency.to >= turn ? null : residency.to + 1;
  }

  private collectValues({ block, version, mode }: Residency): Set<string> {
    const name = `${block} ${version} ${mode}`;
    const cached = this.shown.get(name);
    if (cached !== undefined) return cached;
    const values = new Set<string>();
    this.shown.set(name, values);
    const text = this.recording.textOf(this.recording.session.blocks[block]?.versions[version]) ?? "";
    const readText = text.slice(0, BLOCK_CHARS_MAX);
    this.work += readText.length;
    scanValues(readText, (value) => values.add(value));
    return values;
  }
}
