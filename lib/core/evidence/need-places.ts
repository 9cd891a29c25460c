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

/** The fewest digits of a number that is not equal to that of another thing by chance. */
const DIGITS_MIN = 4;
const RESULTS: ReadonlySet<SourceKind> = new Set(["tool_result", "retrieval"]);

/** Where a needed block was. `until` is the last turn up to which this cannot have changed. */
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

  at(usedPart: UsedPart, turn: TurnIndex): PlaceOfNeed {
    const { places } = this;
    const from = usedPart.block;
    const residency = places.standing.findAt(from, turn);
    const found = { from, residual: false, residualBlock: null, refetchedBy: null, leftTurn: null };
    if (residency !== undefined && this.holds(usedPart, residency))
      return { state: places.getStandingState(from, turn), until: endOf(residency), ...found };
    const leftTurn = places.findLeftTurn(from, turn, (place) => this.holds(usedPart, place));
    const gonePlace = { until: turn, ...found, leftTurn };
    const again = this.findFetchedAgainAt(usedPart, turn);
    if (again !== undefined)
      return { state: "refetched", ...gonePlace, refetchedBy: again.block, until: endOf(again) };
    if (places.leadsTo(from, turn)) return { state: "referenced", ...gonePlace };
    const coming = this.findFetchedIn(usedPart, turn);
    if (coming !== undefined) return { state: "refetched", ...gonePlace, refetchedBy: coming };
    const words = this.findOwnWords(usedPart, turn);
    if (words === null) return { state: "dangling", ...gonePlace };
    const otherResult = this.findOtherResult(usedPart, turn);
    if (otherResult !== undefined) return { state: "live", ...gonePlace, until: endOf(otherResult) };
    return {
      state: "dangling",
      ...gonePlace,
      residual: true,
      residualBlock: words.block,
      until: words.until,
    };
  }

  private holds(usedPart: UsedPart, residency: Residency): boolean {
    if (residency.mode === "full") return true;
    return (
      residency.mode !== "reference" &&
      listMissingParts(this.texts, usedPart, this.texts.readNormal(residency)).length === 0
    );
  }

  private findFetchedAgainAt(usedPart: UsedPart, turn: TurnIndex): Residency | undefined {
    for (const block of [...this.sources.sameAs(usedPart.block)].reverse()) {
      const residency = block === usedPart.block ? undefined : this.places.standing.findAt(block, turn);
      if (residency !== undefined && residency.mode !== "reference" && this.answers(usedPart, residency))
        return residency;
    }
    return undefined;
  }

  private answers(usedPart: UsedPart, residency: Residency): boolean {
    if (answersNothing(this.recording, residency.block)) return false;
    const keys = new Set(this.texts.readFieldsOf(residency.block).map(({ key }) => key));
    const ownFields = this.texts.readFieldsOf(usedPart.block);
    if (!isKnownUse(usedPart)) return ownFields.length === 0 || ownFields.some(({ key }) => keys.has(key));
    const normal = this.texts.readNormal(residency);
    const rest = { ...usedPart, fields: usedPart.fields.filter(({ key }) => !keys.has(key)) };
    return !isKnownUse(rest) || listMissingParts(this.texts, rest, normal).length === 0;
  }

  private findFetchedIn(usedPart: UsedPart, turn: TurnIndex): number | undefined {
    const output = new Set(turnAt(this.recording.session.turns, turn)?.output ?? []);
    return this.sources.sameAs(usedPart.block).find((block) => {
      if (!output.has(this.calls.callOf.get(block) ?? -1)) return false;
      const residency = this.places.standing.listResidencies(block)[0];
      return residency !== undefined && this.answers(usedPart, residency);
    });
  }

  /**
   * A result of another source that says all of what was used, in any spelling: more than the model's own words. Only of
   * numbers and identifiers, since a word may be said there of another thing.
   */
  private findOtherResult(usedPart: UsedPart, turn: TurnIndex): Residency | undefined {
    const plain = [...usedPart.values, ...usedPart.fields.map((field) => field.plain)];
    if (!isKnownUse(usedPart) || plain.some((value) => value.replace(/\D/g, "").length < DIGITS_MIN))
      return undefined;
    const { blocks } = this.recording.session;
    return this.places.standing
      .listWindow(turn)
      .find(
        (place) =>
          place.block !== usedPart.block &&
          place.mode !== "reference" &&
          RESULTS.has(blocks[place.block]?.kind ?? "other") &&
          !answersNothing(this.recording, place.block) &&
          listMissingParts(this.texts, usedPart, this.texts.readNormal(place)).length === 0,
      );
  }

  private findOwnWords(usedPart: UsedPart, turn: TurnIndex): { block: number; until: TurnIndex } | null {
    const since = this.places.standing.listResidencies(usedPart.block)[0]?.from ?? 0;
    let missing: readonly string[] | null = null;
    let best: { block: number; until: TurnIndex } | null = null;
    const { blocks } = this.recording.session;
    const residencies = this.places.standing
      .listWindow(turn)
      .filter(
        ({ block, from, mode }) =>
          from >= since &&
          block !== usedPart.block &&
          mode !== "reference" &&
          OWN_WORDS.has(blocks[block]?.kind ?? "other"),
      );
    for (const residency of residencies) {
      const lacks = listMissingParts(this.texts, usedPart, this.texts.readNormal(residency));
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
