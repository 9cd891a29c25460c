import { makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import { readApiText } from "../data/read-api";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { selectionWords } from "@/lib/view/sessions/selection-words";
import type { SessionRow } from "@/lib/view/session-rows";
import { deleteSoon } from "../data/delete-soon";
import { saveFile } from "../data/save-file";
import { toast } from "../data/toast-store";
import { EditSession } from "./edit-session";
import { hideSessions, showSessions } from "../session-frame/hidden-sessions";

interface Props {
  rows: readonly SessionRow[];
  onClear: () => void;
}

export default function SelectionBar({ rows, onClear }: Props) {
  const router = useRouter();
  const [busy, setBusy] = useState(false);
  const ids = rows.map(({ id }) => id);
  const [first, second] = ids;
  const remove = () => {
    hideSessions(ids);
    onClear();
    deleteSoon({
      deletes: ids.map((id) => makeApiWrite("DELETE", "/api/v1/sessions/{id}", { id })),
      text: selectionWords.deleted(ids.length),
      onUndo: () => showSessions(ids),
      onFailed: () => {
        showSessions(ids);
        router.refresh();
      },
    });
  };
  const take = async () => {
    setBusy(true);
    try {
      saveFile("sessions.ndjson", new Blob([await eventsOf(ids)], { type: "application/x-ndjson" }));
      toast(selectionWords.saved(ids.length));
    } catch (error) {
      toast(error instanceof Error ? error.message : String(error));
    }
    setBusy(false);
  };
  return (
    <div
      role="group"
      aria-label="Selected sessions"
      className="sticky top-11 z-20 mt-2 flex flex-wrap items-center gap-2 rounded-md bg-raised px-3 py-1.5 shadow-(--shadow)"
    >
      <span className="num text-xs" aria-live="polite">
        {selectionWords.selected(rows.length)}
      </span>
      {first !== undefined && second !== undefined && ids.length === 2 && (
        <Link className="btn" href={`/compare?a=${first}&b=${second}`}>
          Compare
        </Link>
      )}
      <Link className="btn" href={`/replay?role=any&ids=${ids.join(",")}`}>
        Replay
      </Link>
      <EditSession rows={rows} onDone={() => router.refresh()} />
      <button type="button" className="btn" disabled={busy} onClick={() => void take()}>
        Export
      </button>
      <button type="button" className="btn text-dangling" onClick={remove}>
        Delete
      </button>
      <button type="button" className="btn btn-quiet" onClick={onClear}>
        Select none
      </button>
    </div>
  );
}

async function eventsOf(ids: readonly string[]): Promise<string> {
  let events = "";
  for (const id of ids) events += await readApiText(makeApiRead("/api/v1/sessions/{id}/export", { id }));
  return events;
}
