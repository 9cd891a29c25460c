import type { Recording } from "../trace/fold/recording";
import type { TurnIndex } from "../units";
import type { ResidencyIndex } from "../window/residency-index";
import { indexResidencies } from "../window/residency-index";
import type { Claim, Counted } from "./claim";
import { findSpan } from "./finder/says";
import type { ValuePresence } from "./value-presence";
import { indexValuePresence } from "./value-presence";

/** What a claim is about. The span is in the text that the block shows there. */
export interface ClaimPlace {
  readonly turn: TurnIndex | null;
  readonly block: string | null;
  readonly span: { readonly from: number; readonly to: number } | null;
  /** The value as the text writes it; `null` where there is no span. */
  readonly marked: string | null;
}

type Stated = Pick<ClaimPlace, "turn" | "block">;

/** The places of claims of one session. Reads the texts once. */
export class ClaimPlaces {
  private readonly said: ValuePresence;
  private readonly standing: ResidencyIndex;
  private readonly numbers: ReadonlyMap<string, number>;

  constructor(private readonly recording: Recording) {
    this.said = indexValuePresence(recording);
    this.standing = indexResidencies(recording.session);
    this.numbers = new Map(recording.session.blocks.map(({ id }, number) => [id, number]));
  }

  of(claim: Claim): ClaimPlace {
    const claimPlace = readStated(claim);
    const isSaid = claim.is === "present" || claim.is === "used";
    const block =
      claimPlace.block ?? (claim.is === "present" ? this.findSayer(claim.value, claim.turn) : null);
    const text = isSaid && block !== null ? this.readTextAt(block, claimPlace.turn) : null;
    const span = text === null || !("value" in claim) ? null : findSpan(text, claim.value);
    return {
      turn: claimPlace.turn,
      block,
      span,
      marked: text === null || span === null ? null : text.slice(span.from, span.to),
    };
  }

  private findSayer(value: string, turn: TurnIndex): string | null {
    const sayer = this.said
      .findSayers(value)
      .find(({ block, version }) => this.standing.findAt(block, turn)?.version === version);
    return this.recording.session.blocks[sayer?.block ?? -1]?.id ?? null;
  }

  /** What the block shows at the turn; for a block that the turn made, all of it. */
  private readTextAt(id: string, turn: TurnIndex | null): string | null {
    const number = this.numbers.get(id) ?? -1;
    const block = this.recording.session.blocks[number];
    const residency = turn === null ? undefined : this.standing.findAt(number, turn);
    return this.recording.textOf(block?.versions[residency?.version ?? block.full]);
  }
}

function readStated(claim: Claim): Stated {
  switch (claim.is) {
    case "equal":
    case "same-arguments":
    case "same-error":
    case "same-missing":
    case "same-attempt":
      return { turn: null, block: claim.blocks[0] };
    case "shares-lines":
      return { turn: null, block: claim.blocks[1] };
    case "failed":
      return { turn: null, block: claim.block };
    case "count":
      return { turn: getFirstTurn(claim.of), block: ("block" in claim.of ? claim.of.block : null) ?? null };
    case "order":
      return { turn: claim.first.turn, block: claim.first.block ?? null };
    case "usage":
    case "pause":
    case "declared":
      return { turn: claim.turn, block: null };
    default:
      return { turn: claim.turn, block: claim.block ?? null };
  }
}

function getFirstTurn(of: Counted): TurnIndex | null {
  if ("turn" in of) return of.turn;
  return "from" in of ? of.from : null;
}
