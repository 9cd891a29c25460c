"use client";

import type { EdgeRow } from "@/lib/view/plan/plan-model";

interface Props {
  rows: readonly EdgeRow[];
  selected: string | null;
  onSelect: (id: string | null) => void;
}

export function EdgeList({ rows, selected, onSelect }: Props) {
  return (
    <div role="region" aria-label="Uses of evidence" tabIndex={0} className="overflow-x-auto">
      <table className="w-full min-w-[44rem] text-xs">
        <thead>
          <tr className="border-b border-line-strong text-ink-2">
            <th className="py-1 pr-3">Evidence was</th>
            <th className="py-1 pr-3 text-right">Turn</th>
            <th className="py-1 pr-3">Used in</th>
            <th className="py-1 pr-3">Evidence</th>
            <th className="py-1 pr-3 text-right">Came</th>
            <th className="py-1 pr-3 text-right">Left</th>
            <th className="py-1">Proof</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={row.id}
              aria-selected={row.id === selected}
              className={`border-b border-line ${row.id === selected ? "bg-sunken" : ""}`}
            >
              <td className="py-1 pr-3 whitespace-nowrap">
                <button
                  type="button"
                  className="inline-flex items-baseline gap-1.5 hover:underline"
                  aria-pressed={row.id === selected}
                  onClick={() => onSelect(row.id === selected ? null : row.id)}
                >
                  <span
                    aria-hidden
                    className="w-3 text-center font-semibold"
                    style={{ color: row.look.color }}
                  >
                    {row.look.glyph}
                  </span>
                  {row.executed ? row.look.word : `${row.look.word}, not needed yet`}
                  {row.residual && <span className="text-ink-3">(residual)</span>}
                </button>
              </td>
              <td className="num py-1 pr-3 text-right">{row.turn}</td>
              <td className="max-w-48 truncate py-1 pr-3" dir="auto">
                {row.use}
              </td>
              <td className="max-w-40 truncate py-1 pr-3" dir="auto">
                {row.evidence}
              </td>
              <td className="num py-1 pr-3 text-right">{row.entered}</td>
              <td className="num py-1 pr-3 text-right">{row.left}</td>
              <td className="max-w-64 truncate py-1 text-ink-2" dir="auto">
                {row.kind === "declared" && row.proof !== "declared" ? `declared; ${row.proof}` : row.proof}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
