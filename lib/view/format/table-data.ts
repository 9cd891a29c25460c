/** A table as data: what a chart shows, ready to be read as rows or taken elsewhere. Unknown is `null`. */
export interface TableData {
  readonly columns: readonly { readonly key: string; readonly label: string; readonly numeric?: boolean }[];
  readonly rows: readonly (readonly Cell[])[];
}
export type Cell = string | number | boolean | null;

/** What a spreadsheet would take for the start of a formula (OWASP, "CSV injection"), in full width too. */
const FORMULA = /^[=+\-@\t\r\u2212\ufe62\ufe63\ufe66\ufe6b\uff0b\uff0d\uff1d\uff20]/;
const UNSEEN = /^[\s\p{Cf}\p{Cc}]+/u;

/** What stands above a table that is taken away: lines that spreadsheets and readers of CSV know as remarks. */
export function csvRemarks(about: Readonly<Record<string, string | null>>): string {
  return Object.entries(about)
    .flatMap(([name, value]) => (value === null ? [] : [`# ${name}: ${value.replace(/\s+/g, " ")}\r\n`]))
    .join("");
}

/** The table as CSV (RFC 4180). A text that a spreadsheet would run is kept from it by an apostrophe; figures stay figures. */
export function toCsv({ columns, rows }: TableData): string {
  const lines = [columns.map(({ label }) => label), ...rows];
  return lines.map((cells) => `${cells.map(csvCell).join(",")}\r\n`).join("");
}

function csvCell(cell: Cell): string {
  if (cell === null) return "";
  if (typeof cell !== "string") return String(cell);
  const safe = FORMULA.test(cell.replace(UNSEEN, "")) || FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The table as JSON: one object per row, with where it was taken from. */
export function toJson({ columns, rows }: TableData, from: { title: string; url: string }): string {
  const objects = rows.map((cells) =>
    Object.fromEntries(columns.map(({ key }, i) => [key, cells[i] ?? null])),
  );
  return `${JSON.stringify({ ...from, rows: objects }, null, 2)}\n`;
}

/** The table as Markdown for a note or an issue. Nothing in a cell can end the cell or mean anything in Markdown. */
export function toMarkdown({ columns, rows }: TableData): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
  return (
    line(columns.map(({ label }) => escapeMarkdown(label))) +
    line(columns.map(({ numeric }) => (numeric === true ? "--:" : "---"))) +
    rows.map((cells) => line(cells.map((cell) => escapeMarkdown(String(cell ?? "–"))))).join("")
  );
}

/** A text that Markdown shows as it is. */
export function escapeMarkdown(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>()#|!~]/g, "\\$&");
}
