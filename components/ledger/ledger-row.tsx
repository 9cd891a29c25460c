import type { Ref } from "react";
import type { LedgerTableRow } from "@/lib/view/questions/ledger-row";
import { ViewLink as Link } from "../ui/view-link";

const SIGN: Record<LedgerTableRow["decision"], { glyph: string; className: string }> = {
  included: { glyph: "●", className: "text-ink-2" },
  compacted: { glyph: "◐", className: "text-evicted" },
  excluded: { glyph: "○", className: "text-evicted" },
};
const CHANGE: Record<NonNullable<LedgerTableRow["change"]>, { glyph: string; words: string }> = {
  added: { glyph: "+", words: "came in" },
  removed: { glyph: "−", words: "went out" },
  changed: { glyph: "~", words: "changed" },
};

interface Props {
  ref?: Ref<HTMLTableRowElement> | undefined;
  index: number;
  row: LedgerTableRow;
  marked: boolean;
}

export function LedgerRow({ ref, index, row, marked }: Props) {
  return (
    <tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      aria-current={marked || undefined}
      className="border-b border-line align-top text-xs hover:bg-sunken aria-current:bg-sunken aria-current:outline-1 aria-current:-outline-offset-1 aria-current:outline-accent"
    >
      <td className="num px-2 py-1.5 text-right text-ink-3 max-sm:hidden">{row.position}</td>
      <td className="min-w-0 py-1.5 pr-2">
        <Source row={row} />
        <span className="lg:hidden">
          <Reason row={row} />
        </span>
      </td>
      <td className="px-2 py-1.5 text-ink-2 max-lg:hidden">{row.kind}</td>
      <td className="px-2 py-1.5">
        <Mode row={row} />
      </td>
      <td className="px-2 py-1.5 max-lg:hidden">
        <Reason row={row} />
      </td>
      <td className="px-2 py-1.5 text-ink-2 max-sm:hidden">{row.trust}</td>
      <td className="num px-2 py-1.5 text-right">
        <span title={row.tokensTitle}>{row.tokens}</span>
      </td>
      <td className="py-1.5 text-right">
        <Link
          href={row.why}
          className="text-accent underline-offset-2 hover:underline"
          aria-label={`Why: ${row.name}`}
        >
          why?
        </Link>
      </td>
    </tr>
  );
}

function Source({ row }: { row: LedgerTableRow }) {
  const name = (
    <>
      <span aria-hidden className="mr-1.5 inline-block size-2 rounded-xs" style={{ background: row.color }} />
      <span className="font-medium">{row.name}</span>{" "}
      {row.detail !== null && <span className="ml-1 text-ink-3">{row.detail}</span>}
    </>
  );
  return (
    <span
      className="block max-sm:line-clamp-2 max-sm:wrap-anywhere sm:truncate"
      dir="auto"
      title={row.detail === null ? row.id : `${row.detail}\n${row.id}`}
    >
      {row.href === null ? (
        <span title="Only the ledger names it">{name}</span>
      ) : (
        <Link href={row.href} data-row className="underline-offset-2 hover:underline">
          {name}
        </Link>
      )}
    </span>
  );
}

function Mode({ row }: { row: LedgerTableRow }) {
  const { glyph, className } = SIGN[row.decision];
  return (
    <span className={className}>
      {row.change === null ? (
        <span aria-hidden className="mr-1">
          {glyph}
        </span>
      ) : (
        <span className="num mr-1 font-medium" title={CHANGE[row.change].words}>
          {CHANGE[row.change].glyph}
          <span className="sr-only">{CHANGE[row.change].words}: </span>
        </span>
      )}
      {row.mode}
    </span>
  );
}

function Reason({ row }: { row: LedgerTableRow }) {
  return (
    <span className="block break-words" dir="auto">
      {row.reason !== "" && <span>{row.reason} </span>}
      {row.reasonFrom === "derived" && <span className="text-ink-3">(derived) </span>}
      {row.notes.map((note) => (
        <span key={note} className="block text-ink-3">
          {note}
        </span>
      ))}
    </span>
  );
}
