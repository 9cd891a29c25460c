import Link from "next/link";
import type { AlertMessageRow } from "@/lib/view/alert-model";
import { Time } from "../ui/time";

interface Props {
  rows: readonly AlertMessageRow[];
  busy: boolean;
  retry: (id: string) => void;
}

/** What was sent, what waits, and what could not be sent. */
export function AlertLog({ rows, busy, retry }: Props) {
  if (rows.length === 0) return null;
  return (
    <div className="mt-3 max-h-80 overflow-auto" tabIndex={0} role="region" aria-label="Messages">
      <table className="w-full text-xs">
        <thead>
          <tr className="border-b border-line-strong text-ink-3">
            <th className="py-1.5 pr-4">When</th>
            <th className="pr-4">Rule</th>
            <th className="pr-4">To</th>
            <th className="pr-4">State</th>
            <th className="pr-4">Answer</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, at, rule, target, href, state, answer, canRetry }) => (
            <tr key={id} className="border-b border-line">
              <td className="num py-1.5 pr-4 whitespace-nowrap">
                <Time iso={at} />
              </td>
              <td className="pr-4">
                {href === null ? (
                  rule
                ) : (
                  <Link href={href} className="underline-offset-2 hover:underline">
                    {rule}
                  </Link>
                )}
              </td>
              <td className="pr-4">{target}</td>
              <td className={`pr-4 ${canRetry ? "text-dangling" : ""}`}>{state}</td>
              <td className="pr-4 break-words">{answer}</td>
              <td className="text-right">
                {canRetry && (
                  <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => retry(id)}>
                    Try again
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
