import Link from "next/link";
import type { TrendDetail } from "@/lib/view/home/trend-detail";
import { TrendChart } from "./trend-chart";
import type { TableData } from "@/lib/view/format/table-data";

export function TrendPanel({ detail }: { detail: TrendDetail }) {
  return (
    <figure className="mt-3 border-t border-line pt-3">
      <figcaption>
        <h3 className="font-medium">{detail.title}</h3>
        <p className="text-ink-2">{detail.sentence}</p>
        <p className="text-xs text-ink-3">{detail.definition}</p>
        {detail.notes.map((note) => (
          <p key={note} className="text-xs text-ink-2">
            {note}
          </p>
        ))}
      </figcaption>
      <div className="mt-2 grid gap-1">
        <Choices label="Figure" choices={detail.figures} />
        <div className="flex flex-wrap gap-x-6 gap-y-1">
          <Choices label="By" choices={detail.steps} />
          <Choices label="Split by" choices={detail.splits} />
        </div>
      </div>
      <TrendChart lines={detail.lines} rows={detail.rows} axis={detail.axis} label={detail.sentence} />
      <ul className="mt-1 flex flex-wrap gap-x-4 text-xs" aria-label="Lines">
        {detail.lines.map(({ key, label, color, dash }) => (
          <li key={key} className="flex items-center gap-1.5" dir="auto">
            <svg width="20" height="8" aria-hidden>
              <path d="M0 4H20" stroke={color} strokeWidth="2" strokeDasharray={dash} />
            </svg>
            {label}
          </li>
        ))}
      </ul>
      <details className="mt-2 text-xs">
        <summary className="w-fit cursor-pointer py-1 text-ink-2">The same as a table</summary>
        <TrendTable table={detail.table} title={detail.title} />
      </details>
    </figure>
  );
}

function Choices({ label, choices }: { label: string; choices: TrendDetail["figures"] }) {
  return (
    <nav aria-label={label} className="flex flex-wrap items-center gap-x-1 text-xs">
      <span className="mr-1 text-ink-3">{label}</span>
      {choices.map((choice) => (
        <Link
          key={choice.label}
          href={choice.href}
          scroll={false}
          aria-current={choice.isChosen ? "true" : undefined}
          className={`inline-flex min-h-6 items-center rounded-xs px-1.5 ${choice.isChosen ? "bg-ink text-surface" : "text-ink-2 hover:bg-sunken"}`}
        >
          {choice.label}
        </Link>
      ))}
    </nav>
  );
}

function TrendTable({ table: { columns, rows }, title }: { table: TableData; title: string }) {
  return (
    <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={title}>
      <table className="mt-1">
        <thead>
          <tr className="border-b border-line-strong text-ink-3">
            {columns.map(({ key, label, numeric }) => (
              <th
                key={key}
                scope="col"
                className={`px-2 py-1 first:pl-0 ${numeric === true ? "text-right" : ""}`}
                dir="auto"
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={String(row[0])} className="border-b border-line">
              {row.map((cell, i) => (
                <td
                  key={columns[i]?.key}
                  className={`num px-2 py-0.5 first:pl-0 ${i === 0 ? "" : "text-right"}`}
                >
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
