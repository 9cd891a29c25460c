import type { BudgetRow } from "@/lib/view/questions/budget-rows";
import { ViewLink as Link } from "../ui/view-link";

export function LedgerBudgets({ rows }: { rows: readonly BudgetRow[] }) {
  const [only, ...others] = rows;
  if (only === undefined) return null;
  if (others.length === 0) return <OneBudget row={only} />;
  return (
    <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label="Table: budgets by source">
      <table className="text-xs">
        <caption className="pb-1 text-left font-medium">Budgets by source, in tokens</caption>
        <thead>
          <tr className="border-b border-line-strong text-ink-3">
            {["Source", "Declared", "Used", "Exceeded by", "Most of it"].map((label, i) => (
              <th
                key={label}
                scope="col"
                className={`px-2 py-1 font-normal whitespace-nowrap first:pl-0 ${i === 0 || i === 4 ? "text-left" : "text-right"}`}
              >
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, source, allowed, used, over, largest }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="py-1 pr-2 text-left font-normal" dir="auto">
                {source}
              </th>
              <td className="num px-2 text-right">{allowed}</td>
              <td className="num px-2 text-right">{used}</td>
              <td className={`num px-2 text-right ${over === null ? "text-ink-3" : "text-warning"}`}>
                {over === null ? "–" : `▲ ${over}`}
              </td>
              <td className="px-2" dir="auto">
                <Largest largest={largest} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** One budget is a sentence, not a table. */
function OneBudget({ row: { key, source, allowed, used, over, largest } }: { row: BudgetRow }) {
  return (
    <p className="mt-2 text-xs" dir="auto">
      <span className="text-ink-3">Budget of {key === "" ? "the window" : source}:</span>{" "}
      <span className="num">
        {used} of {allowed} tokens used
      </span>
      {over !== null && <span className="num text-warning">, ▲ {over} above it</span>}{" "}
      <Largest largest={largest} />
    </p>
  );
}

function Largest({ largest }: Pick<BudgetRow, "largest">) {
  if (largest === null) return null;
  return (
    <Link href={largest.href} className="text-accent underline-offset-2 hover:underline">
      {largest.text}
    </Link>
  );
}
