import { formatCount, formatDigits } from "../../digits";
import { groupBy } from "../../group-by";
import { isTelling } from "../../evidence/telling";
import { scanArguments } from "../../evidence/values/values";
import { says } from "../../proof/finder/says";
import { isChange, plainToolName } from "../../source/tool-words";
import { trimEnd } from "../../evidence/values/spelling";
import { shortenPlace } from "../../source/source";
import { readFullText } from "../../trace/fold/recording";
import { getFindingKind } from "../kinds";
import { LEFT_EVIDENCE_KINDS } from "../evictions/by-cause";
import type { FindingInput, FindingRule } from "../rule/rule";
import { pairCalls } from "../../window/call-pairs";

const TEXT_CHARS_READ = 200_000;
/** A way to get the originals: an address, a file, or the name of what was stored. */
const LEADS =
  /https?:\/\/[^\s"'<>()[\]{}`|]{3,300}|(?<![\w./~-])(?:~|\.{1,2})?\/?[\w.-]{1,80}\/[\w.-]{1,80}\/[\w./-]{0,200}|\b[\w-]{1,80}\.(?:md|txt|jsonl?|log|ts|tsx|js|py|html|csv)\b/g;
/** Says that originals are kept somewhere, whatever the place is called. */
const KEPT =
  /\b(?:transcripts?|originals?|archived?|stored?|saved|kept|written to|dumped|full (?:text|output|results?|history|content|version|logs?)|raw (?:text|output|results?|logs?)|(?:conversation|session|message) (?:log|history|file)|(?:read|see|look|found|available|restore|recover|retrieve|details?|results?|output|evidence|sources?)\b[^.\n]{0,40}\b(?:at|in|from|under|here)\b[\s:]{0,3}$)/i;
const BEFORE_CHARS = 160;

export const summaryUnreferenced: FindingRule = {
  ...getFindingKind("summary.unreferenced"),
  *find(input) {
    const { session, recording } = input;
    const decided = new Set(
      session.records.flatMap(({ event }) =>
        event.type === "context.decided"
          ? event.compactions
              .filter(({ originalRef }) => originalRef.trim() !== "")
              .map(({ summaryId }) => summaryId)
          : [],
      ),
    );
    const evictionsByCompaction = groupBy(session.evictions, ({ compaction }) => compaction);
    for (const [number, { turn, summaryBlock }] of session.compactions.entries()) {
      yield;
      const summary = session.blocks[summaryBlock ?? -1];
      const text = summary === undefined ? null : readFullText(recording, summary);
      if (summary === undefined || text === null || text.trim() === "" || decided.has(summary.id)) continue;
      const results = (evictionsByCompaction.get(number) ?? []).filter(
        ({ block }) =>
          LEFT_EVIDENCE_KINDS.has(session.blocks[block]?.kind ?? "other") && !isReceipt(input, block),
      );
      if (results.length === 0) continue;
      const leads =
        results.some(({ restorable }) => restorable) ||
        hasWayBack(
          input,
          text.slice(0, TEXT_CHARS_READ),
          results.map(({ block }) => block),
        );
      const isNamed = results.some(({ block }) => {
        const { id, toolCallId } = session.blocks[block] ?? { id: "", toolCallId: null };
        return (
          saysWhatWasAsked(input, text, block) ||
          (id.length > 3 && text.includes(id)) ||
          (toolCallId !== null && toolCallId.length > 3 && text.includes(toolCallId))
        );
      });
      if (leads || isNamed) continue;
      const tokens = results.reduce((sum, { tokensFreed }) => sum + (tokensFreed ?? 0), 0);
      yield {
        from: turn,
        to: turn,
        blocks: [summary.id, ...results.slice(0, 10).flatMap(({ block }) => session.blocks[block]?.id ?? [])],
        numbers: { results: results.length, tokens },
        sentence: `The summary of turn ${turn} stands for ${formatCount(results.length, "result")} (${formatDigits(tokens)} tokens) and names no path, address or id by which any of them can be had again.`,
        proof: { view: "evictions", turn },
      };
    }
  },
};

/** What a change answers is no source that anybody would want again. */
function isReceipt(input: FindingInput, result: number): boolean {
  const call = input.session.blocks[pairCalls(input.session).callOf.get(result) ?? -1];
  if (call === undefined) return false;
  return isChange(plainToolName(call.toolName), readFullText(input.recording, call) ?? "");
}

/** An id, an address or another value by which the same can be asked again. */
function saysWhatWasAsked(input: FindingInput, text: string, result: number): boolean {
  const call = input.session.blocks[pairCalls(input.session).callOf.get(result) ?? -1];
  let isSaid = false;
  if (call !== undefined)
    scanArguments(readFullText(input.recording, call) ?? "", (value) => {
      isSaid ||= isTelling(value) && says(text, value);
    });
  return isSaid;
}

/**
 * Whether a text names a place that a result came from or mentions, or says that originals are kept in some
 * place.
 */
function hasWayBack(input: FindingInput, text: string, results: readonly number[]): boolean {
  let places: ReadonlySet<string> | null = null;
  for (const { place, at } of findNamedPlaces(text)) {
    const before = text.slice(Math.max(0, at - BEFORE_CHARS), at);
    if (KEPT.test(before.slice(before.lastIndexOf(". ") + 1))) return true;
    places ??= collectPlaces(input, results);
    if (places.has(place) || places.has(getLastPart(place))) return true;
  }
  return false;
}

function collectPlaces(input: FindingInput, results: readonly number[]): ReadonlySet<string> {
  const { session, recording } = input;
  const places = new Set<string>();
  const add = (text: string) => {
    for (const { place } of findNamedPlaces(text.slice(0, TEXT_CHARS_READ)))
      places.add(place).add(getLastPart(place));
  };
  for (const number of results) {
    const block = session.blocks[number];
    const call = session.blocks[pairCalls(input.session).callOf.get(number) ?? -1];
    for (const blockNo of [call, block])
      if (blockNo !== undefined) add(readFullText(recording, blockNo) ?? "");
    for (const origin of Object.values(block?.origin ?? {}))
      if (origin !== undefined) places.add(shortenPlace(origin)).add(getLastPart(origin));
  }
  return places;
}

function* findNamedPlaces(text: string): Iterable<{ place: string; at: number }> {
  for (const { 0: found, index: at } of text.matchAll(LEADS))
    yield { place: shortenPlace(trimEnd(found, ".,:;/")), at };
}

function getLastPart(place: string): string {
  return /^https?:/.test(place) ? place : place.slice(place.lastIndexOf("/") + 1);
}
