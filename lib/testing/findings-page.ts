import { FINDING_KINDS } from "@/lib/core/findings/kinds";
import { getTier } from "@/lib/core/findings/kinds/tier";
import { FAMILY_LABELS } from "@/lib/view/findings/finding-groups";

export const FINDINGS_PAGE = "docs/findings.md";

const HEAD = ["code", "severity", "tier", "what it says", "what to do"];

/**
 * The page on findings with the table below each family's heading written anew from the kinds.
 *
 * @throws Error for a family that the page has no heading and no table for
 */
export function withKindTables(page: string): string {
  return Object.entries(FAMILY_LABELS).reduce((written, [family, label]) => {
    const rows = FINDING_KINDS.filter((kind) => kind.family === family);
    const cells = rows.map((kind) => [
      `\`${kind.code}\``,
      kind.severity ?? "suspected",
      getTier(kind),
      kind.title,
      kind.advice,
    ]);
    const heading = `## ${label}\n\n`;
    const from = written.indexOf(`${heading}|`) + heading.length;
    if (from < heading.length) throw new Error(`${FINDINGS_PAGE} has no table below "## ${label}"`);
    const after = written.indexOf("\n\n", from);
    return written.slice(0, from) + tableOf([HEAD, ...cells]) + (after < 0 ? "\n" : written.slice(after));
  }, page);
}

/** A table of Markdown whose columns stand below each other. @param rows the first one is the head */
function tableOf(rows: readonly (readonly string[])[]): string {
  const widths = HEAD.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[], fill: string) =>
    `| ${widths.map((width, column) => (row[column] ?? "").padEnd(width, fill)).join(" | ")} |`;
  const [head = [], ...body] = rows;
  return [line(head, " "), line([], "-"), ...body.map((row) => line(row, " "))].join("\n");
}
