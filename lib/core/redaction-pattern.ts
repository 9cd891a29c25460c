/**
 * The most repetitions of one part of a pattern, and the most ways to combine all repetitions at one place of a text.
 */
const REPEATS_MAX = 200;
const WAYS_MAX = 1_000;
/** The bound for `*` and `+`: a project's patterns have no unbounded repetition. */
const OPEN_REPEATS = 100;

const ATOM = /^(?:\\[dDwWsSbB]|\\[^\p{L}\p{N}]|\[\^?(?:\\.|[^\]\\]){1,100}\]|\.|[^\\[\](){}*+?|^$])/u;
const REPEAT = /^(?:\{(\d{1,3})(?:,(\d{1,3}))?\}|([*+?]))/;

export type PatternCheck = { readonly source: string } | { readonly problem: string };

/**
 * Accepts only regular expressions that run in bounded time on any text: single characters and classes, each with a
 * bounded repetition. Groups, alternatives, references and assertions are refused. So no repetition contains another,
 * and the work at one place of a text is bounded.
 */
export function checkPattern(pattern: string): PatternCheck {
  let [tail, source, ways, atoms, least] = [pattern, "", 1, 0, 0];
  while (tail !== "") {
    const atom = ATOM.exec(tail)?.[0];
    if (atom === undefined)
      return {
        problem: `expected a character or a class at “${tail.slice(0, 12)}”: groups, alternatives, anchors and references are not taken`,
      };
    tail = tail.slice(atom.length);
    const repeat = REPEAT.exec(tail);
    tail = tail.slice(repeat?.[0].length ?? 0);
    const [min, max] = parseBounds(repeat);
    if (max < min || max > REPEATS_MAX) return { problem: `expected at most ${REPEATS_MAX} repetitions` };
    const isBoundary = /^\\[bB]$/.test(atom);
    if (isBoundary && repeat !== null) return { problem: "expected no repetition after a word boundary" };
    ways *= max - min + 1;
    atoms += isBoundary ? 0 : 1;
    least += isBoundary ? 0 : min;
    source += atom + (max === 1 && min === 1 ? "" : `{${min},${max}}`);
  }
  if (ways > WAYS_MAX)
    return { problem: `expected repetitions that leave at most ${WAYS_MAX} ways to match` };
  if (atoms === 0 || least === 0) return { problem: "expected a pattern that matches a character at least" };
  try {
    new RegExp(source, "u");
  } catch {
    return { problem: "expected a regular expression" };
  }
  return { source };
}

export interface PatternAtom {
  readonly source: string;
  readonly min: number;
  readonly max: number;
}

export function parseAtoms(pattern: string): PatternAtom[] {
  if ("problem" in checkPattern(pattern)) return [];
  const atoms: PatternAtom[] = [];
  for (let tail = pattern; tail !== "";) {
    const source = ATOM.exec(tail)?.[0] ?? "";
    const repeat = REPEAT.exec(tail.slice(source.length));
    const [min, max] = parseBounds(repeat);
    atoms.push({ source, min, max });
    tail = tail.slice(source.length + (repeat?.[0].length ?? 0));
  }
  return atoms;
}

function parseBounds(repeat: RegExpExecArray | null): [number, number] {
  if (repeat === null) return [1, 1];
  if (repeat[3] === "?") return [0, 1];
  if (repeat[3] !== undefined) return [repeat[3] === "+" ? 1 : 0, OPEN_REPEATS];
  const min = Number(repeat[1]);
  return [min, repeat[2] === undefined ? min : Number(repeat[2])];
}
