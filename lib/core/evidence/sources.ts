import { makeCallKey } from "../source/call-key";
import type { Source } from "../source/source";
import { isPlace, isSameSource, findSourceOfCall, makeSourceOfPlace } from "../source/source";
import { hashContent } from "../hash";
import { makeOnceInSteps } from "../once";
import type { InSteps } from "../steps";
import { readFullText } from "../trace/fold/recording";
import type { Recording } from "../trace/fold/recording";
import { pairCalls } from "../window/call-pairs";

const SHORT_NAME_CHARS = 400;

/** Knows where each result came from. Results of one place, or of calls that ask the same, have one source. */
export class Sources {
  private readonly known = new Map<number, Source>();
  private readonly byKey = new Map<string, number[]>();
  /** Results by key and part, which most results of a source share. */
  private readonly same = new Map<string, readonly number[]>();

  add(result: number, source: Source): void {
    this.known.set(result, source);
    const results = this.byKey.get(source.key) ?? [];
    results.push(result);
    this.byKey.set(source.key, results);
  }

  /** The name of a block's source, which is the same for every part of it. A result without a call is a source of its own. */
  of(block: number): string {
    return this.known.get(block)?.key ?? String(block);
  }

  /** Results that ask for the same or for a part of it, this one among them, in the order of the blocks. */
  sameAs(block: number): readonly number[] {
    const source = this.known.get(block);
    if (source === undefined) return [block];
    const name = JSON.stringify([source.key, source.part, source.isCommand]);
    const existing = this.same.get(name);
    if (existing !== undefined) return existing;
    const resultsOfKey = this.byKey.get(source.key) ?? [];
    const sameResults = resultsOfKey.filter(
      (otherResult) => otherResult === block || isSameSource(source, this.known.get(otherResult) ?? source),
    );
    if (isSameSource(source, source)) this.same.set(name, sameResults);
    return sameResults;
  }
}

/** The sources of a recording. They are read once, a result per step. */
export const sourcesOf = makeOnceInSteps(function* readSources(recording: Recording): InSteps<Sources> {
  const { callOf } = pairCalls(recording.session);
  const sources = new Sources();
  for (const [result, { kind, origin }] of recording.session.blocks.entries()) {
    if (kind !== "tool_result") continue;
    yield;
    const askedSource = nameCallSource(recording, callOf.get(result));
    const source =
      askedSource !== null && isPlace(askedSource)
        ? askedSource
        : (makeSourceOfPlace(origin ?? {}) ?? askedSource);
    if (source !== null) sources.add(result, source);
  }
  return sources;
});

function nameCallSource(recording: Recording, call: number | undefined): Source | null {
  const block = call === undefined ? undefined : recording.session.blocks[call];
  if (block === undefined) return null;
  const args = readFullText(recording, block);
  if (args === null) return { key: `call ${block.id}`, part: null, isCommand: false };
  return findSourceOfCall(block.toolName, args, makeCallKey(block.toolName, args, shortenName));
}

/** A short name that is unique within the recording. Most calls are too short for a hash to pay. */
function shortenName(text: string): string {
  return text.length > SHORT_NAME_CHARS ? hashContent(text) : text;
}
