/** `null` for an empty cell. */
export type CellValue = string | number | null | undefined;

const WORDS = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Orders numbers by size and before words, words as people order them, and nothing last. */
export function compareCells(a: CellValue, b: CellValue): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return rank(a) - rank(b) || WORDS.compare(String(a ?? ""), String(b ?? ""));
}

/** The number in the text, if it is one. `–` stands for nothing. */
export function parseCellValue(text: string): CellValue {
  if (text === "–" || text === "") return null;
  const digits = text.replace(/[,\s%$€]/g, "").replace("−", "-");
  return /^[+-]?\d+(\.\d+)?$/.test(digits) ? Number(digits) : text;
}

/** Ignores case. */
export function isFoundIn(value: CellValue, sought: string): boolean {
  return String(value ?? "")
    .toLowerCase()
    .includes(sought.trim().toLowerCase());
}

function rank(value: CellValue): number {
  if (value === null || value === undefined) return 2;
  return typeof value === "number" ? 0 : 1;
}
