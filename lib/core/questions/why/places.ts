import type { TurnIndex } from "../../units";
import type { Judged } from "./candidates";
import type { Scene } from "./scene";

const TURNS_NAMED_MAX = 6;

/** Where a session says a text: in which blocks, when each came, and when one of them last left. */
export interface TextPlaces {
  /** The block that said it first. */
  readonly first: number;
  /** Of what the model wrote the turn that made it, of the rest the first turn that held it; ascending, each turn once. */
  readonly turns: readonly TurnIndex[];
  /** The newest departure of a block that said it, up to the scene's turn; `null` where none left. */
  readonly lastLeft: TurnIndex | null;
}

/** `null` where no block says the text. */
export function findTextPlaces(scene: Scene, judged: readonly Judged[]): TextPlaces | null {
  const { lookup } = scene;
  // A result that is only named by the text, such as that of reading a file, does not say it.
  const says = judged.filter(({ candidate }) => candidate.foundIn === "content");
  const came = (says.length > 0 ? says : judged).flatMap(({ own, subject: { block, shows } }) => {
    if (block === null) return [];
    const createdTurn = lookup.session.blocks[block]?.createdTurn ?? null;
    const stood = lookup.residencies.get(block)?.find(shows)?.from ?? null;
    const turn = own ? (createdTurn ?? stood) : (stood ?? createdTurn);
    return turn === null ? [] : [{ block, turn }];
  });
  const [first] = came.toSorted((a, b) => a.turn - b.turn || a.block - b.block);
  if (first === undefined) return null;
  const left = came.flatMap(({ block }) => lookup.departures.get(block) ?? []);
  const last = Math.max(...left.flatMap(({ turn }) => (turn <= scene.turn ? turn : [])));
  return {
    first: first.block,
    turns: [...new Set(came.map(({ turn }) => turn))].sort((a, b) => a - b),
    lastLeft: Number.isFinite(last) ? last : null,
  };
}

/** "The session says it at turns 31 (search), 152 and 335; a block that says it last left at turn 49." */
export function placeWords(scene: Scene, { first, turns, lastLeft }: TextPlaces): string {
  const block = scene.recording.session.blocks[first];
  const who = block?.toolName ?? block?.kind.replaceAll("_", " ") ?? "block";
  const named = turns.slice(0, TURNS_NAMED_MAX).map((turn, i) => (i === 0 ? `${turn} (${who})` : `${turn}`));
  const more = turns.length - named.length;
  const all = more > 0 ? [...named, `${more} more`] : named;
  const last = all.length > 1 ? ` and ${all.at(-1)}` : "";
  const list = all.length > 1 ? all.slice(0, -1).join(", ") + last : all.join("");
  const left = lastLeft === null ? "" : `; a block that says it last left the window at turn ${lastLeft}`;
  return `The session says it at ${turns.length === 1 ? "turn" : "turns"} ${list}${left}.`;
}
