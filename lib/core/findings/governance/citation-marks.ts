const TEXT_CHARS_READ = 200_000;
const MARKS_MAX = 1_000;
const NUMBER = "(?:doc|src|source|ref|chunk|e|evidence|cite)?[ _:#-]?\\d{1,4}";
/** Marks that name a piece of an evidence pack: `[3]`, `[doc-3]`, `[^3]`, `【3】`, `[1, 4]`, `[2–3]`. */
const MARK = new RegExp(
  `(\\w?)[[【]\\^?(${NUMBER}(?:\\s?[,;–—-]\\s?\\^?${NUMBER}){0,9})(?:[†:][^\\]】\\n]{0,40})?[\\]】](?!\\()`,
  "gi",
);
const IN_WORDS =
  /\((?:see |cf\. )?(?:source|sources|ref|reference|doc|document|evidence|citation)s? #?(\d{1,4})\)/gi;
const NAME =
  "(?:[A-Za-z][\\w.-]{0,60}\\/){0,12}[A-Za-z][\\w.-]{1,60}(?::L?\\d{1,6}(?:-L?\\d{1,6})?|#[\\w-]{1,40})?";
/** A name or a place in brackets, or several: `[docs/a.md:3]`, `[A1, A4]`, `[A1–A4]`. */
const NAMED = new RegExp(
  `(?<!\\w)[[【]\\^?(?!(?:sic|todo|tbd|fixme|redacted|emphasis|citation|note|ibid)\\b)(${NAME}(?:(?:\\s?(?:[,;&]|and|und|et|y)\\s?|\\s?(?:[–—]|\\.{2,3}|to|bis|-)\\s?)\\^?(?:${NAME}|\\d{1,4})){0,9})[\\]】](?!\\()`,
  "g",
);
const PIECES = [
  /^\s{0,9}(?:[-*] )?[[【]\^?([\w./: #-]{1,60})[\]】]/gm,
  /"(?:id|chunk_?id|doc_?id|citation(?:_?id)?|ref|source_?id|key|index)"\s{0,3}:\s{0,3}"?([\w./:#-]{1,60})"?/gi,
  /<(?:document|doc|source|chunk|result|item|passage|snippet)\b[^>]{0,200}?\b(?:index|id|ref|name)=["']([^"']{1,60})["']/gi,
];
/** Code has numbers in brackets that cite nothing, and so have lists of numbers. */
const CODE =
  /```[^`]{0,20000}```|`[^`\n]{0,400}`|\b(?:range|array|list|interval|vector|tuple|between)s?:? {0,2}[[(][^\])\n]{0,80}[\])]/gi;

function normaliseMark(mark: string): string {
  return mark.toLowerCase().replace(/[ _:#-]/g, "");
}

const PATH = /(?:[\w.-]{1,60}\/){1,12}[\w.-]{1,60}\.\w{1,8}/g;

export interface PackPieces {
  readonly marks: ReadonlySet<string>;
  readonly kinds: ReadonlySet<string>;
  readonly paths: ReadonlySet<string>;
}

export function readPieces(text: string): PackPieces {
  const prose = text.slice(0, TEXT_CHARS_READ);
  const pieceNames = PIECES.flatMap((pattern) =>
    [...prose.matchAll(pattern)].map(([, name = ""]) => name),
  ).slice(0, MARKS_MAX);
  const numbered = findNumberedMarks(prose.replace(CODE, " ")).map(({ mark }) => mark);
  const marks = new Set([...numbered, ...pieceNames.map(normaliseMark)]);
  return {
    marks,
    kinds: new Set([...pieceNames.map(readKindOfMark), ...(numbered.length > 0 ? [NUMBERS] : [])]),
    paths: new Set([...prose.matchAll(PATH)].slice(0, MARKS_MAX).map(([path]) => path)),
  };
}

export function joinPieces(packs: readonly PackPieces[]): PackPieces {
  const collectAll = (readSet: (pieces: PackPieces) => ReadonlySet<string>) =>
    new Set(packs.flatMap((pieces) => [...readSet(pieces)]));
  return {
    marks: collectAll(({ marks }) => marks),
    kinds: collectAll(({ kinds }) => kinds),
    paths: collectAll(({ paths }) => paths),
  };
}

/**
 * The marks with which an answer cites pieces. A number directly behind a word, as in `items[3]`, counts only
 * where another number in the same form names a piece. A name or a path counts if it looks like those of the
 * pieces.
 */
export function findMarks(text: string, { marks, kinds, paths }: PackPieces): readonly string[] {
  const prose = text.slice(0, TEXT_CHARS_READ).replace(CODE, " ");
  const numbered = kinds.has(NUMBERS) ? findNumberedMarks(prose) : [];
  const joins = numbered.some(({ mark, isJoined }) => isJoined && marks.has(mark));
  const markNames = [...prose.matchAll(NAMED)].flatMap(([, list = ""]) =>
    splitMarkNames(list).filter((name) => (isPath(name) ? paths.size > 0 : kinds.has(readKindOfMark(name)))),
  );
  const single = numbered.filter(({ isJoined }) => !isJoined || joins).map(({ mark }) => mark);
  const asNamed = new Set(markNames.map(normaliseMark));
  return [...new Set([...single.filter((mark) => !asNamed.has(mark)), ...markNames])];
}

export function hasPiece({ marks, paths }: PackPieces, mark: string): boolean {
  return isPath(mark) ? paths.has(stripPlace(mark)) : marks.has(normaliseMark(mark));
}

function findNumberedMarks(prose: string): { mark: string; isJoined: boolean }[] {
  const words = [...prose.matchAll(IN_WORDS)].map(([, mark = ""]) => ({ mark, isJoined: false }));
  const marks = [...prose.matchAll(MARK)].flatMap(([, before = "", list = ""]) =>
    expandRange(list).map((mark) => ({ mark, isJoined: before !== "" })),
  );
  return [...words, ...marks];
}

const RANGE_MAX = 50;

function expandRange(list: string): string[] {
  const [, from, to] = /^(\d{1,4})\s?[–—-]\s?(\d{1,4})$/.exec(list) ?? [];
  if (from !== undefined && to !== undefined && Number(to) >= Number(from))
    return Array.from({ length: Math.min(RANGE_MAX, Number(to) - Number(from) + 1) }, (_, i) =>
      String(Number(from) + i),
    );
  return splitMarkNames(list).map(normaliseMark);
}

function splitMarkNames(list: string): string[] {
  return list.split(/\s?[,;&]\s?|\s(?:and|und|et|y)\s/).flatMap((listed) => {
    const mark = listed.replace("^", "");
    const [, kind = "", from, otherKind, to] =
      /^([A-Za-z]{1,20}[-_. #]?)(\d{1,4})\s?(?:[–—-]|\.{2,3}|to|bis)\s?([A-Za-z]{1,20}[-_. #]?)?(\d{1,4})$/.exec(
        mark,
      ) ?? [];
    if (from === undefined || to === undefined || Number(to) < Number(from)) return [mark];
    if (otherKind !== undefined && otherKind !== kind) return [mark];
    return Array.from(
      { length: Math.min(RANGE_MAX, Number(to) - Number(from) + 1) },
      (_, i) => `${kind}${String(Number(from) + i).padStart(from.startsWith("0") ? from.length : 0, "0")}`,
    );
  });
}

const NUMBERS = "number";

/** The letters at the start of a name. All plain numbers are of one kind. */
function readKindOfMark(name: string): string {
  const [, letters] = /^([A-Za-z]{1,20})(?=[-_:.#]|\d)/.exec(name) ?? [];
  return letters?.toLowerCase() ?? (/^\d+$/.test(name) ? NUMBERS : "none");
}

function isPath(mark: string): boolean {
  return /\/[\w.-]+\.\w{1,8}(?:[:#]|$)/.test(mark);
}

function stripPlace(path: string): string {
  return path.replace(/[:#].*$/s, "");
}
