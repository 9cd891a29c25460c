import type { Needle } from "../search/needle";
import { quoteAround } from "../search/needle";
import { valuesOf } from "../search/values";
import { departureBefore } from "../../trace/lookup";
import { fullText } from "../../trace/fold/recording";
import type { TurnIndex } from "../../units";
import type { Scene } from "./scene";
import type { SummaryProof } from "./verdict";

/** What a block lost and kept in the summary that replaced it, or in the newest summary that replaced that one. */
export function summaryProof(
  scene: Scene,
  { block, summaryBlock, turn }: { block: number | null; summaryBlock: number | null; turn: TurnIndex },
  needle: Needle | null,
): SummaryProof {
  const summary = newestSummary(scene, summaryBlock);
  const found = summary === null ? undefined : scene.recording.session.blocks[summary];
  const said = found === undefined ? null : fullText(scene.recording, found);
  const proof = {
    blockId: found?.id ?? null,
    turn,
    standing: summary !== null && scene.positionOf.has(summary),
  };
  if (said === null) return { ...proof, says: null, kept: 0, sought: 0, quote: null };
  if (needle !== null) return { ...proof, ...needleInSummary(needle, said) };
  const subject = block === null ? undefined : scene.recording.session.blocks[block];
  const original = subject === undefined ? null : fullText(scene.recording, subject);
  return { ...proof, ...valuesInSummary(original, said) };
}

function newestSummary(scene: Scene, first: number | null): number | null {
  const seen = new Set<number>();
  let summary = first;
  while (summary !== null && !seen.has(summary) && !scene.positionOf.has(summary)) {
    seen.add(summary);
    const departure = departureBefore(scene.lookup, summary, scene.turn);
    if (departure?.compaction == null) return summary;
    summary = scene.recording.session.compactions[departure.compaction]?.summaryBlock ?? summary;
  }
  return summary;
}

type Said = Pick<SummaryProof, "says" | "kept" | "sought" | "quote">;

function needleInSummary(needle: Needle, said: string): Said {
  const span = needle.find(said);
  if (span === null) return { says: false, kept: 0, sought: 1, quote: null };
  return { says: true, kept: 1, sought: 1, quote: quoteAround(said, span) };
}

function valuesInSummary(original: string | null, said: string): Said {
  if (original === null) return { says: null, kept: 0, sought: 0, quote: null };
  const values = valuesOf(original);
  const stillSaid = valuesOf(said);
  const kept = [...values].filter((value) => stillSaid.has(value));
  if (values.size === 0) return { says: null, kept: 0, sought: 0, quote: null };
  const longest = kept.toSorted((a, b) => b.length - a.length)[0];
  const start = longest === undefined ? -1 : said.indexOf(longest);
  return {
    says: kept.length > 0,
    kept: kept.length,
    sought: values.size,
    quote:
      longest === undefined || start < 0 ? null : quoteAround(said, { start, end: start + longest.length }),
  };
}
