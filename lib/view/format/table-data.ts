import { count } from "./format";

/** Unknown is `null`. */
export interface TableData {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly numeric?: boolean }[];
  readonly rows: readonly (readonly Cell[])[];
}
export type Cell = string | number | boolean | null;

/**
 * Characters that a spreadsheet takes for the start of a formula (OWASP, "CSV injection"), full-width forms included.
 */
const FORMULA = /^[=+\-@\t\r\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]/;
const UNSEEN = /^[\s\p{Cf}\p{Cc}]+/u;

export function writeCsvRemarks(about: Readonly<Record<string, string | null>>): string {
  return Object.entries(about)
    .flatMap(([name, value]) => (value === null ? [] : [`# ${name}: ${value.replace(/\s+/g, " ")}\r\n`]))
    .join("");
}

/**
 * RFC 4180. An apostrophe before a text that looks like a formula stops a spreadsheet from running it.
 * Figures stay figures.
 */
export function toCsv({ columns, rows }: TableData): string {
  const lines = [columns.map(({ label }) => label), ...rows];
  return lines.map((cells) => `${cells.map(makeCsvCell).join(",")}\r\n`).join("");
}

function makeCsvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = FORMULA.test(cell.replace(UNSEEN, "")) || FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** One object per row, and the address of the page. */
export function toJson({ columns, rows }: TableData, from: { title: string; url: string }): string {
  const objects = rows.map((cells) =>
    Object.fromEntries(columns.map(({ key }, i) => [key, cells[i] ?? null])),
  );
  return `${JSON.stringify({ ...from, rows: objects }, null, 2)}\n`;
}

/** No cell text can end its cell or act as Markdown. */
export function toMarkdown({ columns, rows }: TableData): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return (
    line(columns.map(({ label }) => escapeMarkdown(label))) +
    line(columns.map(({ numeric }) => (numeric === true ? "--:" : "---"))) +
    rows.map((cells) => line(cells.map((cell) => escapeMarkdown(String(cell ?? "–"))))).join("")
  );
}

export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>()#|!~]/g, "\\$&");
}

export function writeCellText(cell: Cell | undefined): string {
  return typeof cell === "number" ? count(cell) : String(cell ?? "–");
}
