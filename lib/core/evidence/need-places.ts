import type { Recording } from "../trace/fold/recording";
import type { Residency } from "../trace/session";
import type { TurnIndex } from "../units";
import type { SourceKind } from "../vocabulary";
import type { CallPairs } from "../window/call-pairs";
import { turnAt } from "../window/turn-at";
import { answersNothing } from "./failure";
import type { Sources } from "./sources";
import type { PlainTexts } from "./texts";
import type { UsedPart } from "./used";
import { isKnownUse, listMissingParts } from "./used";
import type { EvidencePlaces, Whereabouts } from "./whereabouts";

const OWN_WORDS: ReadonlySet<SourceKind> = new Set([
  "compaction_summary",
  "state_summary",
  "assistant_text",
  "plan",
  "memory",
]);

/** With fewer, a number of another thing is equal by chance. */
const DIGITS_MIN = 4;
const RESULTS: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval"]);

/** `until` is the last turn up to which this cannot have changed. */
export interface PlaceOfNeed extends Whereabouts {
  readonly until: TurnIndex;
}

export class NeedPlaces {
  constructor(
    private readonly recording: Recording,
    private readonly calls: CallPairs,
    private readonly sources: Sources,
    private readonly places: EvidencePlaces,
    private readonly texts: PlainTexts,
  ) {}

  at(used: UsedPart, turn: TurnIndex): PlaceOfNeed {
    const { places } = this;
    const from = used.block;
    const residency = places.standing.findAt(from, turn);
    const found = { from, residual: false, residualBlock: null, refetchedBy: null, leftTurn: null };
    if (residency !== undefined && this.holds(used, residency))
      return { state: places.getStandingState(from, turn), until: endOf(residency), ...found };
    const leftTurn = places.findLeftTurn(from, turn, (place) => this.holds(used, place));
    const gone = { until: turn, ...found, leftTurn };
    const again = this.findFetchedAgainAt(used, turn);
    if (again !== undefined)
      return { state: "refetched", ...gone, refetchedBy: again.block, until: endOf(again) };
    if (places.leadsTo(from, turn)) return { state: "referenced", ...gone };
    const coming = this.findFetchedIn(used, turn);
    if (coming !== undefined) return { state: "refetched", ...gone, refetchedBy: coming };
    const words = this.findOwnWords(used, turn);
    if (words === null) return { state: "dangling", ...gone };
    const other = this.findOtherResult(used, turn);
    if (other !== undefined) return { state: "live", ...gone, until: endOf(other) };
    return { state: "dangling", ...gone, residual: true, residualBlock: words.block, until: words.until };
  }

  private holds(used: UsedPart, residency: Residency): boolean {
    if (residency.mode === "full") return true;
    return (
      residency.mode !== "reference" &&
      listMissingParts(this.texts, used, this.texts.readNormal(residency)).length === 0
    );
  }

  private findFetchedAgainAt(used: UsedPart, turn: TurnIndex): Residency | undefined {
    for (const block of [...this.sources.sameAs(used.block)].reverse()) {
      const residency = block === used.block ? undefined : this.places.standing.findAt(block, turn);
      if (residency !== undefined && residency.mode !== "reference" && this.answers(used, residency))
        return residency;
    }
    return undefined;
  }

  private answers(used: UsedPart, residency: Residency): boolean {
    if (answersNothing(this.recording, residency.block)) return false;
    const keys = new Set(this.texts.readFieldsOf(residency.block).map(({ key }) => key));
    const ownFields = this.texts.readFieldsOf(used.block);
    if (!isKnownUse(used)) return ownFields.length === 0 || ownFields.some(({ key }) => keys.has(key));
    const normal = this.texts.readNormal(residency);
    const rest = { ...used, fields: used.fields.filter(({ key }) => !keys.has(key)) };
    return !isKnownUse(rest) || listMissingParts(this.texts, rest, normal).length === 0;
  }

  private findFetchedIn(used: UsedPart, turn: TurnIndex): number | undefined {
    const output = new Set(turnAt(this.recording.session.turns, turn)?.output ?? []);
    return this.sources.sameAs(used.block).find((block) => {
      if (!output.has(this.calls.callOf.get(block) ?? -1)) return false;
      const residency = this.places.standing.listResidencies(block)[0];
      return residency !== undefined && this.answers(used, residency);
    });
  }

  /**
   * A result of another source that says all of what was used, in any spelling: more than the model's own words. Only of
   * numbers and identifiers, since a word may be said there of another thing.
   */
  private findOtherResult(used: UsedPart, turn: TurnIndex): Residency | undefined {
    const plain = [...used.values, ...used.fields.map((field) => field.plain)];
    if (!isKnownUse(used) || plain.some((value) => value.replace(/\D/g, "").length < DIGITS_MIN))
      return undefined;
    const { blocks } = this.recording.session;
    return this.places.standing
      .listWindow(turn)
      .find(
        (place) =>
          place.block !== used.block &&
          place.mode !== "reference" &&
          RESULTS.has(blocks[place.block]?.kind ?? "other") &&
          !answersNothing(this.recording, place.block) &&
          listMissingParts(this.texts, used, this.texts.readNormal(place)).length === 0,
      );
  }

  private findOwnWords(used: UsedPart, turn: TurnIndex): { block: number; until: TurnIndex } | null {
    const since = this.places.standing.listResidencies(used.block)[0]?.from ?? 0;
    let missing: readonly string[] | null = null;
    let best: { block: number; until: TurnIndex } | null = null;
    const { blocks } = this.recording.session;
    const standing = this.places.standing
      .listWindow(turn)
      .filter(
        ({ block, from, mode }) =>
          from >= since &&
          block !== used.block &&
          mode !== "reference" &&
          OWN_WORDS.has(blocks[block]?.kind ?? "other"),
      );
    for (const residency of standing) {
      const lacks = listMissingParts(this.texts, used, this.texts.readNormal(residency));
      missing = missing === null ? lacks : missing.filter((field) => lacks.includes(field));
      if (lacks.length === 0) best = { block: residency.block, until: endOf(residency) };
      best ??= { block: residency.block, until: turn };
    }
    return missing?.length === 0 ? best : null;
  }
}

function endOf({ to }: Residency): TurnIndex {
  return to ?? Infinity;
}
