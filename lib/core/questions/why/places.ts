import type { TurnIndex } from "../../units";
import type { Judged } from "./candidates";
import type { Scene } from "./scene";

const TURNS_NAMED_MAX = 6;

/** The places where a session says a text: in which blocks, when each came, and when one of them last left. */
export interface TextPlaces {
  /** The block that said it first. */
  readonly first: number;
  /**
   * The turn that made it, for a block that the model wrote; for another block the first turn that held it. Ascending, each turn
   * once.
   */
  readonly turns: readonly TurnIndex[];
  /** The newest departure of a block that said it, up to the scene's turn; `null` where none left. */
  readonly lastLeft: TurnIndex | null;
}

/** The places of a text; `null` where no block says it. */
export function findTextPlaces(scene: Scene, judged: readonly Judged[]): TextPlaces | null {
  const { lookup } = scene;
  // A result that is only named by the text, such as that of reading a file, does not say it.
  const says = judged.filter(({ candidate }) => candidate.foundIn === "content");
  const came = (says.length > 0 ? says : judged).flatMap(({ own, subject: { block, shows } }) => {
    if (block === null) return [];
    const createdTurn = lookup.session.blocks[block]?.createdTurn ?? null;
    const stoodFrom = lookup.residencies.get(block)?.find(shows)?.from ?? null;
    const turn = own ? (createdTurn ?? stoodFrom) : (stoodFrom ?? createdTurn);
    return turn === null ? [] : [{ block, turn }];
  });
  const [first] = came.toSorted((a, b) => a.turn - b.turn || a.block - b.block);
  if (first === undefined) return null;
  const departures = came.flatMap(({ block }) => lookup.departures.get(block) ?? []);
  const last = Math.max(...departures.flatMap(({ turn }) => (turn <= scene.turn ? turn : [])));
  return {
    first: first.block,
    turns: [...new Set(came.map(({ turn }) => turn))].sort((a, b) => a - b),
    lastLeft: Number.isFinite(last) ? last : null,
  };
}

/** "The session says it at turns 31 (search), 152 and 335; a block that says it last left at turn 49." */
export function placeWords(scene: Scene, { first, turns, lastLeft }: TextPlaces): string {
  const block = scene.recording.session.blocks[first];
  const sayer = block?.toolName ?? block?.kind.replaceAll("_", " ") ?? "block";
  const namedTurns = turns
    .slice(0, TURNS_NAMED_MAX)
    .map((turn, i) => (i === 0 ? `${turn} (${sayer})` : `${turn}`));
  const unnamedCount = turns.length - namedTurns.length;
  const listedTurns = unnamedCount > 0 ? [...namedTurns, `${unnamedCount} more`] : namedTurns;
  const last = listedTurns.length > 1 ? ` and ${listedTurns.at(-1)}` : "";
  const list = listedTurns.length > 1 ? listedTurns.slice(0, -1).join(", ") + last : listedTurns.join("");
  const leftWords =
    lastLeft === null ? "" : `; a block that says it last left the window at turn ${lastLeft}`;
  return `The session says it at ${turns.length === 1 ? "turn" : "turns"} ${list}${leftWords}.`;
}
