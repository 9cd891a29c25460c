import type { Recording } from "../trace/fold/recording";
import { fullText } from "../trace/fold/recording";

const CHARS_MAX = 400_000;

/** Equal, or one a part of the other; `null` where a text is unknown. */
export function saysTheSame(recording: Recording, a: number, b: number): boolean | null {
  const share = sharedLines(recording, a, b);
  return share === null ? null : share === 1;
}

/** 0 to 1; `null` where a text is unknown. */
export function sharedLines(recording: Recording, a: number, b: number): number | null {
  const { blocks } = recording.session;
  const [one, other] = [blocks[a], blocks[b]];
  if (one === undefined || other === undefined) return null;
  const [hash, otherHash] = [one.versions[one.full]?.hash, other.versions[other.full]?.hash];
  if (hash != null && hash === otherHash) return 1;
  const [text, otherText] = [fullText(recording, one), fullText(recording, other)];
  if (text === null || otherText === null) return null;
  const [few, many] = [linesOf(text), linesOf(otherText)].sort((x, y) => x.length - y.length);
  if (few === undefined || many === undefined || few.length === 0) return text === otherText ? 1 : 0;
  const known = new Set(many);
  return few.filter((line) => known.has(line)).length / few.length;
}

function linesOf(text: string): string[] {
  return text
    .slice(0, CHARS_MAX)
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}
