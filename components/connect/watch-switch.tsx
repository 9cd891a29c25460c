"use client";

import { apiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";
import { Time } from "../ui/time";

interface Props {
  on: boolean;
  days: number;
  places: readonly {
    readonly agent: string;
    readonly folder: string;
    readonly about: string;
    readonly exists: boolean;
    readonly files: number;
    readonly lastAt: string | null;
  }[];
}

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
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Session folders">
        <table className="mt-2 text-xs">
          <thead>
            <tr className="text-left text-ink-2">
              <th className="pr-4 font-normal">Agent</th>
              <th className="pr-4 font-normal">Folder</th>
              <th className="pr-4 font-normal">Reads</th>
              <th className="pr-4 text-right font-normal">Files read</th>
              <th className="font-normal">Last</th>
            </tr>
          </thead>
          <tbody>
            {places.map(({ agent, folder, about, exists, files, lastAt }) => (
              <tr key={folder} className={exists ? "" : "text-ink-3"}>
                <th scope="row" className="py-0.5 pr-4 text-left font-normal whitespace-nowrap">
                  {agent}
                </th>
                <td className="pr-4 font-mono">
                  {folder}
                  {!exists && <span className="font-sans"> (not there)</span>}
                </td>
                <td className="pr-4">{about}</td>
                <td className="num pr-4 text-right">{files === 0 ? "–" : files}</td>
                <td>{lastAt === null ? "–" : <Time iso={lastAt} />}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Refusal message={error} />
    </section>
  );
}
