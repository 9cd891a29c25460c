import type { LedgerInput } from "@/lib/view/answers";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import type { LedgerChangeGroup } from "@/lib/view/questions/ledger-changes";
import { buildLedgerChanges } from "@/lib/view/questions/ledger-changes";
import { FOLDED_FROM } from "@/lib/view/questions/ledger-entries";
import { askLedgerChanges } from "@/lib/view/views/ledger";
import { useRead } from "../data/reader";
import { FoldSign } from "../ui/fold-sign";
import { usePrinting } from "../ui/use-printing";
import { ViewLink as Link } from "../ui/view-link";

const ROWS_SHOWN = 100;

interface Props {
  sessionId: string;
  turn: number;
  /** Those of the page's first turn; `null` where they are not known yet. */
  first: LedgerInput | null;
}

/** What the turn took in beside what it gave up. Blocks with equal reasons are one row that unfolds. */
export function LedgerChanges({ sessionId, turn, first }: Props) {
  const read = useRead();
  const { data } = useQuery({
    queryKey: ["ledger-changes", sessionId, turn],
    queryFn: ({ signal }) => read(askLedgerChanges(sessionId, turn), signal),
    placeholderData: keepPreviousData,
    ...(first?.turn === turn && { initialData: first }),
  });
  const changes = useMemo(
    () => (data === undefined ? null : buildLedgerChanges(sessionId, data)),
    [sessionId, data],
  );
  if (changes === null) return null;
  const sides = [
    { title: "Included", groups: changes.included },
    { title: "Excluded", groups: changes.excluded },
  ].filter(({ groups }) => groups.length > 0);
  return (
    <section aria-label="What changed" className="mt-2">
      <p className="text-base" aria-live="polite">
        {changes.sentence}
      </p>
      <div
        // A name and its figure stand close enough to be read together.
        className={`mt-1 grid gap-x-8 gap-y-3 ${sides.length > 1 ? "lg:grid-cols-2" : "max-w-4xl"}`}
        // A group that was opened or closed by hand stays so for its turn only.
        key={turn}
      >
        {sides.map((side) => (
          <Side key={side.title} {...side} />
        ))}
      </div>
    </section>
  );
}

function Side({ title, groups }: { title: string; groups: readonly LedgerChangeGroup[] }) {
  return (
    <div className="min-w-0">
      <div className="eyebrow flex justify-between border-b border-line-strong pb-1">
        <h3>{title}</h3>
        <span>tokens</span>
      </div>
      {groups.map((group, i) => (
        <Group key={group.key} group={group} isOpen={i === 0} />
      ))}
    </div>
  );
}

interface GroupProps {
  group: LedgerChangeGroup;
  /** Whether it starts unfolded. */
  isOpen: boolean;
}

function Group({ group: { label, happened, reason, tokens, rows }, isOpen }: GroupProps) {
  const [all, setAll] = useState(false);
  const isPaper = usePrinting();
  const shown = all || isPaper ? rows : rows.slice(0, ROWS_SHOWN);
  if (rows.length < FOLDED_FROM)
    return rows.map((only) => (
      <p key={only.key} className="flex items-baseline gap-x-3 border-b border-line py-1.5 text-xs">
        <span className="min-w-0 flex-1 sm:truncate" dir="auto" title={reason}>
          <Name row={only} />{" "}
          <span className="max-sm:block max-sm:pl-3.5">
            <span className="text-ink-2">{happened}</span> <span className="text-ink-3">{reason}</span>
          </span>
        </span>
        <span className="num text-ink-2">{only.tokens}</span>
      </p>
    ));
  return (
    <details open={isOpen} className="group/fold border-b border-line text-xs">
      <summary className="flex cursor-pointer items-baseline gap-x-3 py-1.5">
        <span className="min-w-0 flex-1" dir="auto">
          <FoldSign /> <span className="font-medium">{label}</span>{" "}
          <span className="text-ink-3">{reason}</span>
        </span>
        <span className="num text-ink-2">{tokens}</span>
      </summary>
      <ul
        className="max-h-[max(18rem,50vh)] overflow-y-auto pb-2 pl-4 print:columns-2 print:gap-6"
        tabIndex={0}
      >
        {shown.map((row) => (
          <li key={row.key} className="flex break-inside-avoid items-center gap-x-3 py-0.5">
            <span className="min-w-0 flex-1 truncate" dir="auto">
              <Name row={row} />
            </span>
            <span className="num text-ink-3">{row.tokens}</span>
            <Link
              href={row.why}
              className="text-accent underline-offset-2 hover:underline"
              aria-label={`Why: ${row.name}`}
            >
              why?
            </Link>
          </li>
        ))}
        {rows.length > shown.length && (
          <li>
            <button type="button" className="btn my-1" onClick={() => setAll(true)}>
              Show all {rows.length}
            </button>
          </li>
        )}
      </ul>
    </details>
  );
}

function Name({ row }: { row: LedgerChangeGroup["rows"][number] }) {
  const words = (
    <>
      <span aria-hidden className="mr-1.5 inline-block size-2 rounded-xs" style={{ background: row.color }} />
      {row.name} <span className="text-ink-3">{row.detail}</span>
    </>
  );
  return row.href === null ? (
    words
  ) : (
    <Link
      href={row.href}
      className="alone max-w-full truncate align-bottom underline-offset-2 hover:underline"
    >
      {words}
    </Link>
  );
}
