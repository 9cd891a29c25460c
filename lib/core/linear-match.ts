import type { PatternAtom } from "./redaction-pattern";

interface Span {
  readonly start: number;
  readonly end: number;
}

const BOUNDARY = /^\\[bB]$/;
const WORD = /\w/;
const NONE = -1;

/**
 * Finds the matches of a pattern from left to right. Each part matches as much as possible. Works through the parts
 * from last to first, each for all places of the text at once. So the time is the number of parts times the length of
 * the text, for any pattern and any text. Ignores case. Lengths are in UTF-16 code units.
 */
export function makeLinearMatcher(atoms: readonly PatternAtom[]): (text: string) => Iterable<Span> {
  const steps = atoms.toReversed().map(makeStep);
  return (text) => (steps.length === 0 ? [] : matchSteps(text, steps));
}

type Ends = Int32Array;
type Step = (text: string, ends: Ends) => Ends;

function* matchSteps(text: string, steps: readonly Step[]): Iterable<Span> {
  let ends: Ends = Int32Array.from({ length: text.length + 1 }, (_, i) => i);
  for (const step of steps) ends = step(text, ends);
  for (let start = 0; start < text.length;) {
    const end = ends[start] ?? NONE;
    if (end > start) yield { start, end };
    start = Math.max(end, start + 1);
  }
}

function makeStep({ source, min, max }: PatternAtom): Step {
  if (BOUNDARY.test(source)) return makeBoundaryStep(source === "\\b");
  const pattern = new RegExp(`^${source}$`, "iu");
  const cache = new Map<string, boolean>();
  const isIn = (char: string) => {
    const cached = cache.get(char);
    if (cached !== undefined) return cached;
    const is = pattern.test(char);
    cache.set(char, is);
    return is;
  };
  return (text, ends) => {
    const last = findLastKnown(ends);
    const endsOfAtom = new Int32Array(text.length + 1).fill(NONE);
    let run = 0;
    for (let at = text.length; at >= 0; at--) {
      run = at < text.length && isIn(text.charAt(at)) ? run + 1 : 0;
      const next = run < min ? NONE : (last[at + Math.min(run, max)] ?? NONE);
      endsOfAtom[at] = next < at + min ? NONE : (ends[next] ?? NONE);
    }
    return endsOfAtom;
  };
}

function makeBoundaryStep(atWordEdge: boolean): Step {
  return (text, ends) =>
    ends.map((end, at) => {
      const isBoundary = WORD.test(text.charAt(at - 1)) !== WORD.test(text.charAt(at));
      return isBoundary === atWordEdge ? end : NONE;
    });
}

function findLastKnown(ends: Ends): Ends {
  let last = NONE;
  return ends.map((end, at) => (last = end === NONE ? last : at));
}
