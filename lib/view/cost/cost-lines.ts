import type { CostInput } from "../answers";
import type { CostModel } from "./cost-model";
import { buildCostModel } from "./cost-model";
import type { CostTable } from "./cost-table-of";

const ROWS_MAX = 5;

/** Lines do not fill themselves, as a page does. */
const ASK_AGAIN = "Ask again in a moment.";

/** The bill of a session as lines of text, for terminals and for agents: what the page draws, the dearest rows of each table. */
export function listCostLines(input: CostInput, sessionId: string): string[] {
  const model = buildCostModel(input, sessionId);
  if (model.empty !== null) return [model.empty.title, input.pending == null ? model.empty.text : ASK_AGAIN];
  return [
    model.sentence,
    ...model.remarks,
    "",
    ...listColumns(model.parts.map(({ label, words, share }) => [label, words, share])),
    ...model.tables.flatMap(listLinesOfTable),
    ...model.remedies.flatMap(listLinesOfRemedy),
  ];
}

function listLinesOfTable({ title, columns, rows, dearest }: CostTable): string[] {
  const shown = dearest.slice(0, ROWS_MAX).flatMap((n) => rows[n] ?? []);
  const more = rows.length - shown.length;
  const head = columns.map(({ label }) => label);
  return [
    "",
    title,
    ...listColumns([head, ...shown.map(({ cells }) => cells.map(({ text }) => text))]),
    ...(more > 0 ? [`and ${more} more`] : []),
  ];
}

function listLinesOfRemedy({ title, words, risk, lines, note }: CostModel["remedies"][number]): string[] {
  return ["", `${title}: ${words}`, risk, ...(note === null ? [] : [note]), ...lines.split("\n")];
}

/** The first column stands to the left, figures to the right. */
function listColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((cells) => cells[i]?.length ?? 0)));
  return rows.map((cells) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}
