"use client";

import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import type { TableColumn } from "../ui/table/columns";
import { Table } from "../ui/table/table";
import { Time } from "../ui/time";

interface Props {
  on: boolean;
  days: number;
  places: readonly FollowedFolder[];
}

interface FollowedFolder {
  readonly agent: string;
  readonly folder: string;
  readonly about: string;
  readonly exists: boolean;
  readonly files: number;
  readonly lastAt: string | null;
}

const COLUMNS: readonly TableColumn<FollowedFolder>[] = [
  {
    id: "agent",
    label: "Agent",
    heading: true,
    className: "whitespace-nowrap",
    value: ({ agent }) => agent,
    cell: ({ agent }) => agent,
  },
  {
    id: "folder",
    label: "Folder, and what is read there",
    value: ({ folder, about }) => `${folder} ${about}`,
    cell: ({ folder, about }) => (
      <>
        <span className="code wrap-anywhere">{folder}</span>
        <span className="block text-ink-3">{about}</span>
      </>
    ),
  },
  {
    id: "files",
    label: "Files read",
    numeric: true,
    value: ({ files }) => files,
    cell: ({ files }) => (files === 0 ? "–" : files),
  },
  {
    id: "last",
    label: "Last",
    value: ({ lastAt }) => lastAt,
    cell: ({ lastAt }) => (lastAt === null ? "–" : <Time iso={lastAt} />),
  },
];

export function WatchSwitch({ on, days, places }: Props) {
  const { busy, error, run } = useAction();
  const found = places.filter(({ exists }) => exists);
  const absent = places.filter(({ exists }) => !exists);
  return (
    <section aria-labelledby="watch" className="mb-5 border-b border-line pb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="watch" className="text-base font-medium">
          Agents on this machine
        </h2>
        <button
          type="button"
          className={on ? "btn" : "btn btn-primary"}
          disabled={busy}
          onClick={() =>
            void run(() => sendJson(makeApiWrite("PUT", "/api/v1/watch", {}, { body: { on: !on } })))
          }
        >
          {on ? "Stop following" : "Follow their sessions"}
        </button>
      </div>
      <p className="max-w-prose text-ink-2">
        {found.length === 0 && "None of the agents that can be followed has sessions here yet. "}
        {on ? "What they write down of their sessions appears here as they write it. " : "Off. "}
        Only the files named below are read, and nothing is written there. Files that have not changed for{" "}
        {days} days are left alone until they do.
      </p>
      {found.length > 0 && <Folders label="Session folders" rows={found} />}
      {absent.length > 0 && (
        <details className="mt-1">
          <summary className="text-ink-3">{absent.length} that have no folder here yet</summary>
          <Folders label="Folders that are not there" rows={absent} />
        </details>
      )}
      <Refusal message={error} />
    </section>
  );
}

function Folders({ label, rows }: { label: string; rows: readonly FollowedFolder[] }) {
  return <Table label={label} columns={COLUMNS} rows={rows} rowId={({ folder }) => folder} />;
}
