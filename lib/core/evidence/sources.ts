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
  /** By key and part, which most results of a source share. */
  private readonly same = new Map<string, readonly number[]>();

  add(result: number, source: Source): void {
    this.known.set(result, source);
    const same = this.byKey.get(source.key) ?? [];
    same.push(result);
    this.byKey.set(source.key, same);
  }

  /** A name that is the same for every part of a source. A result without a call is a source of its own. */
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
    const all = this.byKey.get(source.key) ?? [];
    const same = all.filter(
      (other) => other === block || isSameSource(source, this.known.get(other) ?? source),
    );
    if (isSameSource(source, source)) this.same.set(name, same);
    return same;
  }
}

/** Read once a recording, a result per step. */
export const sourcesOf = makeOnceInSteps(function* readSources(recording: Recording): InSteps<Sources> {
  const { callOf } = pairCalls(recording.session);
  const sources = new Sources();
  for (const [result, { kind, origin }] of recording.session.blocks.entries()) {
    if (kind !== "tool_result") continue;
    yield;
    const asked = nameCallSource(recording, callOf.get(result));
    const source = asked !== null && isPlace(asked) ? asked : (makeSourceOfPlace(origin ?? {}) ?? asked);
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

/** Unique within the recording. Most calls are too short for a hash to pay. */
function shortenName(text: string): string {
  return text.length > SHORT_NAME_CHARS ? hashContent(text) : text;
}
