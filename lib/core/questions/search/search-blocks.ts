import type { Recording } from "../../trace/fold/recording";
import type { Block } from "../../trace/session";
import type { MatchLevel, Needle } from "./needle";
import { makeNeedles, quoteAround } from "./needle";

export type FoundIn = "content" | "label" | "path" | "id";

export interface BlockHit {
  readonly block: number;
  readonly foundIn: FoundIn;
  /** Whether the searched text is part of the block's label or origin. */
  readonly names: boolean;
  readonly versions: ReadonlySet<number>;
  readonly quote: string;
}

export interface BlockSearch {
  readonly level: MatchLevel;
  readonly needle: Needle;
  readonly hits: readonly BlockHit[];
}

/**
 * Finds the blocks whose text, label, path or id holds the query. `null` if there is none. Linear in the session's
 * text.
 */
export function searchBlocks(recording: Recording, query: string): BlockSearch | null {
  for (const needle of makeNeedles(query)) {
    const hits = recording.session.blocks.flatMap((block, i) => makeHit(recording, block, i, needle) ?? []);
    if (hits.length > 0) return { level: needle.level, needle, hits };
  }
  return null;
}

function makeHit({ textOf }: Recording, block: Block, index: number, needle: Needle): BlockHit | null {
  const versions = new Set<number>();
  let quote: string | null = null;
  block.versions.forEach((version, i) => {
    const text = textOf(version);
    const span = text === null ? null : needle.find(text);
    if (text === null || span === null) return;
    versions.add(i);
    quote ??= quoteAround(text, span);
  });
  const namesFound = listNames(block).flatMap(([foundIn, text]) => {
    const span = needle.find(text);
    return span === null ? [] : [{ foundIn, quote: quoteAround(text, span) }];
  });
  const names = namesFound.some(({ foundIn }) => foundIn !== "id");
  if (quote !== null) return { block: index, foundIn: "content", names, versions, quote };
  const [first] = namesFound;
  return first === undefined ? null : { block: index, names, versions, ...first };
}

function listNames({ id, label, origin }: Block): [FoundIn, string][] {
  const places = [origin?.path, origin?.url, origin?.artifact].filter((place) => place !== undefined);
  return [
    ...(label === null ? [] : [["label", label] as [FoundIn, string]]),
    ...places.map((place): [FoundIn, string] => ["path", place]),
    ["id", id],
  ];
}
