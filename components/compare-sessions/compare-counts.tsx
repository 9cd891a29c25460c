import type { CompareRow } from "@/lib/view/compare-sessions/model";

interface Props {
  title: string;
  rows: readonly CompareRow[];
  empty: string;
}

export function CompareCounts({ title, rows, empty }: Props) {
  return (
    <section aria-label={title} className="min-w-0">
      <h2 className="font-medium">{title}</h2>
      {rows.length === 0 ? (
        <p className="mt-1 text-xs text-ink-3">{empty}</p>
      ) : (
        <table className="mt-1 w-full text-xs">
          <thead>
            <tr className="border-b border-line-strong text-ink-3">
              <td />
              <th scope="col" className="px-2 py-1 text-right" style={{ color: "var(--compare-a)" }}>
                A
              </th>
              <th scope="col" className="px-2 py-1 text-right" style={{ color: "var(--compare-b)" }}>
                B
              </th>
              <th scope="col" className="py-1 pl-2 text-right">
                B − A
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ label, a, b, difference }) => (
              <tr key={label} className="border-b border-line">
                <th scope="row" className="py-1 pr-2 text-left font-normal" dir="auto">
                  {label}
                </th>
                <td className="num px-2 text-right wrap-anywhere">{a}</td>
                <td className="num px-2 text-right wrap-anywhere">{b}</td>
                <td className="num py-1 pl-2 text-right text-ink-2">{difference}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}
