import type { LaneRow } from "./rows";

/** The rows on sheets of at most so many each, at least two. A sheet that begins within a group begins with its heading. */
export function cutIntoSheets(rows: readonly LaneRow[], most: number): LaneRow[][] {
  const sheets: LaneRow[][] = [];
  let sheet: LaneRow[] = [];
  let heading: LaneRow | null = null;
  for (const row of rows) {
    if (row.type === "group") heading = row;
    if (sheet.length >= most) sheet = [];
    if (sheet.length === 0) {
      sheets.push(sheet);
      if (heading !== null && heading !== row) sheet.push(heading);
    }
    sheet.push(row);
  }
  return sheets;
}
