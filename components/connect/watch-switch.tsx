"use client";

import { apiWrite } from "@/lib/api/request/request";
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
    label: "Folder",
    className: "font-mono",
    value: ({ folder }) => folder,
    cell: ({ folder, exists }) => (
      <span className={exists ? "" : "text-ink-3"}>
        {folder}
        {!exists && <span className="font-sans"> (not there)</span>}
      </span>
    ),
  },
  { id: "about", label: "Reads", value: ({ about }) => about, cell: ({ about }) => about },
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
  return (
    <section aria-labelledby="watch" className="mb-5 border-b border-line pb-4">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <h2 id="watch" className="text-base font-medium">
          Agents on this machine
        </h2>
        <label className="flex items-center gap-2">
          <input
            type="checkbox"
            role="switch"
            checked={on}
            disabled={busy}
            onChange={() =>
              void run(() => sendJson(apiWrite("PUT", "/api/v1/watch", {}, { body: { on: !on } })))
            }
          />
          Follow their session folders
        </label>
      </div>
      <p className="max-w-prose text-ink-2">
        {on
          ? "What these agents write down of their sessions appears here as they write it. "
          : "Off. When it is on, what these agents write down of their sessions appears here as they write it. "}
        Only the files named below are read, and nothing is written there. Files that have not changed for{" "}
        {days} days are left alone until they do.
      </p>
      <Table label="Session folders" columns={COLUMNS} rows={places} rowId={({ folder }) => folder} />
      <Refusal message={error} />
    </section>
  );
}
