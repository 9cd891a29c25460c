import type { ResultRow } from "@/lib/view/replay/results";
import { RESULT_HEADS, listResultColumns } from "@/lib/view/replay/results";
import { SortLabel } from "../ui/table/sort-label";
import { ViewLink as Link } from "../ui/view-link";
import { LineKey } from "./line-key";

interface Props {
  readonly rows: readonly ResultRow[];
  readonly sort: string | null;
  readonly order: "asc" | "desc";
  readonly onSort: (key: string) => void;
}

export function ResultTable({ rows, sort, order, onSort }: Props) {
  const shown = listResultColumns(rows);
  const heads = RESULT_HEADS.filter((_, at) => shown.includes(at));
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Results by policy">
      <table className="w-full min-w-max text-xs">
        <thead>
          <tr className="border-b border-line-strong text-ink-3">
            <th scope="col" className="py-1 pr-2 text-left">
              Policy
            </th>
            {heads.map(({ key, label, about }) => (
              <th
                key={key}
                scope="col"
                title={about}
                aria-sort={sort === key ? (order === "asc" ? "ascending" : "descending") : "none"}
                className="px-2 py-1 text-right font-normal"
              >
                <button type="button" className="max-w-24 text-right" onClick={() => onSort(key)}>
                  <SortLabel label={label} order={sort === key ? order : null} numeric />
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.no} className="border-b border-line">
              <th scope="row" className="py-1 pr-3 text-left font-normal">
                <div className="w-max max-w-96 max-sm:max-w-36 print:w-auto">
                  <LineKey letter={row.letter} />
                  <Link
                    className="alone text-accent hover:underline"
                    href={`/sessions/${row.session}`}
                    dir="auto"
                  >
                    {row.name}
                  </Link>
                  {row.result.notRunnable != null && (
                    <p className="ml-12 max-w-72 text-wrap text-ink-3" dir="auto">
                      {row.result.notRunnable}
                    </p>
                  )}
                </div>
              </th>
              {row.cells
                .filter((_, at) => shown.includes(at))
                .map(({ text, beside }, i) => (
                  <td key={heads[i]?.key} className="num px-2 text-right">
                    {i === 0 ? <Dangling count={row.dangling} /> : text}
                    {beside !== null && (
                      <div className="text-ink-3" title={beside.about}>
                        {beside.text}
                      </div>
                    )}
                  </td>
                ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Dangling({ count }: { count: number }) {
  return count > 0 ? (
    <span className="font-medium" style={{ color: "var(--state-dangling)" }}>
      ✕ {count}
    </span>
  ) : (
    <span style={{ color: "var(--state-restorable)" }}>✓ none</span>
  );
}
