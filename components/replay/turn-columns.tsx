import type { ReplayComparison, TurnDifference } from "@/lib/view/replay/compare";
import { turnDifference } from "@/lib/view/replay/compare";
import type { ResultRow } from "@/lib/view/replay/results";
import { ViewLink as Link } from "../ui/view-link";

const ROWS_SHOWN = 8;

export function TurnColumns({
  a,
  b,
  comparison,
  turn,
}: {
  a: ResultRow;
  b: ResultRow;
  comparison: ReplayComparison;
  turn: number;
}) {
  const { onlyA, otherwise, onlyB } = turnDifference(comparison, turn);
  return (
    <section aria-label={`Difference at turn ${turn}`} className="mt-4">
      <h2 className="font-medium" aria-live="polite">
        Turn {turn}
      </h2>
      <p className="text-xs text-ink-3">
        Ledgers:{" "}
        <Link className="text-accent underline" href={`/sessions/${a.session}/ledger?turn=${turn}`}>
          A
        </Link>{" "}
        <Link className="text-accent underline" href={`/sessions/${b.session}/ledger?turn=${turn}`}>
          B
        </Link>
      </p>
      <div className="mt-2 grid gap-4 lg:grid-cols-3">
        <Column title="Only in A" color="var(--compare-a)" rows={onlyA} session={a.session} />
        <Column title="In both, otherwise" color="var(--ink)" rows={otherwise} session={a.session} />
        <Column title="Only in B" color="var(--compare-b)" rows={onlyB} session={b.session} />
      </div>
    </section>
  );
}

function Column({
  title,
  color,
  rows,
  session,
}: {
  title: string;
  color: string;
  rows: readonly TurnDifference[];
  session: string;
}) {
  const [shown, more] = [rows.slice(0, ROWS_SHOWN), rows.slice(ROWS_SHOWN)];
  return (
    <div className="min-w-0 text-xs">
      <h3 className="border-b border-line-strong pb-1 font-medium" style={{ color }}>
        {title}: {rows.length}
      </h3>
      <Rows rows={shown} session={session} />
      {more.length > 0 && (
        <details>
          <summary className="w-fit cursor-pointer py-1 text-ink-2">{more.length} more</summary>
          <Rows rows={more} session={session} />
        </details>
      )}
    </div>
  );
}

function Rows({ rows, session }: { rows: readonly TurnDifference[]; session: string }) {
  return (
    <ul>
      {rows.map(({ id, name, hint, tokens, why }) => (
        <li key={id} className="border-b border-line py-1">
          <div className="flex justify-between gap-2">
            <Link
              className="min-w-0 truncate text-accent hover:underline"
              href={`/sessions/${session}/blocks/${encodeURIComponent(id)}`}
              dir="auto"
            >
              {name} {hint}
            </Link>
            <span className="num">{tokens}</span>
          </div>
          <p className="text-ink-3">{why}</p>
        </li>
      ))}
    </ul>
  );
}
