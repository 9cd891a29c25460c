import Link from "next/link";
import type { SessionRow } from "@/lib/view/session-rows";
import { SeverityCounts } from "../findings/severity-counts";
import { Outcome } from "../ui/outcome";

export function WorstSessions({ rows }: { rows: readonly (SessionRow & { readonly absent: string })[] }) {
  if (rows.length === 0) return null;
  return (
    <section aria-label="Worst sessions" className="mt-6">
      <h2 className="font-medium">Worst sessions</h2>
      <ol className="mt-1">
        {rows.map((row) => (
          <li
            key={row.id}
            className="flex flex-wrap items-baseline gap-x-4 gap-y-0.5 border-b border-line py-1.5 text-xs"
          >
            <Link
              className="min-w-0 flex-1 basis-60 truncate text-sm font-medium hover:underline"
              href={row.href}
              dir="auto"
            >
              {row.title}
            </Link>
            <span className="text-dangling">{row.absent}</span>
            <SeverityCounts counts={row.findings} />
            <span className="num" title={row.cost?.detail}>
              {row.cost?.value ?? "cost not known"}
            </span>
            <Outcome outcome={row.outcome} />
          </li>
        ))}
      </ol>
    </section>
  );
}
