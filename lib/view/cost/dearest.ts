import type { CostInput } from "../answers";
import { describeMoney } from "../format/cost";
import { plural } from "../format/format";
import { revealText } from "../format/trace-text";

/** The dearest tools or files of a session, beside its chart. */
export interface DearestList {
  readonly title: string;
  readonly href: string;
  readonly rows: readonly { readonly name: string; readonly whole: string; readonly money: string }[];
}

const ROWS_MAX = 3;

/**
 * The tools and the files whose text cost most over its whole life. Example: a shell whose results stood in 200 windows for $4.10,
 * and a file that was read three times for $0.90.
 */
export function listDearestLists(input: CostInput, sessionId: string): DearestList[] {
  const { currency } = input;
  if (currency === null) return [];
  const href = `/sessions/${encodeURIComponent(sessionId)}/cost`;
  const listOf = (title: string, id: string, groups: readonly Named[]): DearestList[] =>
    groups.length === 0
      ? []
      : [
          {
            title,
            href: `${href}#${id}`,
            rows: groups.slice(0, ROWS_MAX).map(({ name, blocks, cost }) => ({
              name: cutToLastPart(revealText(name)),
              whole: `${revealText(name)}: ${plural(blocks, "block")}`,
              money: describeMoney(cost, currency),
            })),
          },
        ];
  // A view that was frozen by an older program knows no files.
  const files: readonly Named[] = input.byFile ?? [];
  return [
    ...listOf("Tools by cost", "tools", input.byTool ?? []),
    ...listOf("Files by cost", "files", files),
  ];
}

type Named = Pick<NonNullable<CostInput["bySource"]>[number], "name" | "blocks" | "cost">;

const CHARS_MAX = 28;

/** The end of a path says most. */
function cutToLastPart(name: string): string {
  const parts = name.split("/").filter((part) => part !== "");
  const end = parts.slice(-2).join("/");
  return end !== "" && end.length <= CHARS_MAX ? end : (parts.at(-1) ?? name);
}
