import type { Needle } from "../search/needle";
import { quoteAround } from "../search/needle";
import { collectTellingValues } from "../search/values";
import { findDepartureBefore } from "../../trace/lookup";
import { readFullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { Scene } from "./scene";
import type { SummaryProof } from "./verdict";

/** What a block lost and kept in the summary that replaced it, or in the newest summary that replaced that one. */
export function makeSummaryProof(
  scene: Scene,
  { block, summaryBlock, turn }: { block: number | null; summaryBlock: number | null; turn: TurnIndex },
  needle: Needle | null,
): SummaryProof {
  const summary = findNewestSummary(scene, summaryBlock);
  const found = summary === null ? undefined : scene.recording.session.blocks[summary];
  const text = found === undefined ? null : readFullText(scene.recording, found);
  const proof = {
    blockId: found?.id ?? null,
    turn,
    standing: summary !== null && scene.positionOf.has(summary),
  };
  if (text === null) return { ...proof, says: null, kept: 0, sought: 0, quote: null };
  if (needle !== null) return { ...proof, ...searchNeedle(needle, text) };
  const subject = block === null ? undefined : scene.recording.session.blocks[block];
  const original = subject === undefined ? null : readFullText(scene.recording, subject);
  return { ...proof, ...searchValues(original, text) };
}

function findNewestSummary(scene: Scene, first: number | null): number | null {
  const seenSummaries = new Set<number>();
  let summary = first;
  while (summary !== null && !seenSummaries.has(summary) && !scene.positionOf.has(summary)) {
    seenSummaries.add(summary);
    const departure = findDepartureBefore(scene.lookup, summary, scene.turn);
    if (departure?.compaction == null) return summary;
    summary = scene.recording.session.compactions[departure.compaction]?.summaryBlock ?? summary;
  }
  return summary;
}

type Said = Pick<SummaryProof, "says" | "kept" | "sought" | "quote">;

function searchNeedle(needle: Needle, text: string): Said {
  const span = needle.find(text);
  if (span === null) return { says: false, kept: 0, sought: 1, quote: null };
  return { says: true, kept: 1, sought: 1, quote: quoteAround(text, span) };
}

function searchValues(original: string | null, text: string): Said {
  if (original === null) return { says: null, kept: 0, sought: 0, quote: null };
  const values = collectTellingValues(original);
  const stillSaid = collectTellingValues(text);
  const keptValues = [...values].filter((value) => stillSaid.has(value));
  if (values.size === 0) return { says: null, kept: 0, sought: 0, quote: null };
  const longest = keptValues.toSorted((a, b) => b.length - a.length)[0];
  const start = longest === undefined ? -1 : text.indexOf(longest);
  return {
    says: keptValues.length > 0,
    kept: keptValues.length,
    sought: values.size,
    quote:
      longest === undefined || start < 0 ? null : quoteAround(text, { start, end: start + longest.length }),
  };
}
