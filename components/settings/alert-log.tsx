import Link from "next/link";
import type { AlertMessageRow } from "@/lib/view/alerts/alert-model";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";
import { Time } from "../ui/time";

interface Props {
  rows: readonly AlertMessageRow[];
  busy: boolean;
  retry: (id: string) => void;
}

const COLUMNS: readonly TableColumn<AlertMessageRow>[] = [
  {
    id: "at",
    label: "When",
    className: "num whitespace-nowrap",
    value: ({ at }) => at,
    cell: ({ at }) => <Time iso={at} />,
  },
  {
    id: "rule",
    label: "Rule",
    value: ({ rule }) => rule,
    cell: ({ rule, href }) =>
      href === null ? (
        rule
      ) : (
        <Link href={href} className="underline-offset-2 hover:underline">
          {rule}
        </Link>
      ),
  },
  { id: "target", label: "To", value: ({ target }) => target, cell: ({ target }) => target },
  {
    id: "state",
    label: "State",
    value: ({ state }) => state,
    cell: ({ state, canRetry }) => <span className={canRetry ? "text-dangling" : ""}>{state}</span>,
  },
  {
    id: "answer",
    label: "Answer",
    className: "break-words",
    value: ({ answer }) => answer,
    cell: ({ answer }) => answer,
  },
];

export function AlertLog({ rows, busy, retry }: Props) {
  if (rows.length === 0) return null;
  const again: TableColumn<AlertMessageRow> = {
    id: "retry",
    label: "",
    className: "text-right",
    cell: ({ id, canRetry }) =>
      canRetry && (
        <button type="button" className="btn btn-quiet" disabled={busy} onClick={() => retry(id)}>
          Try again
        </button>
      ),
  };
  return <Table label="Messages" columns={[...COLUMNS, again]} rows={rows} rowId={({ id }) => id} />;
}
