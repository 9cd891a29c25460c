"use client";

import { Dialog } from "@base-ui/react/dialog";
import { useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import { parseAsTurnRange } from "@/lib/view/url-state";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { useCommands } from "../shell/use-commands";
import { Refusal } from "../ui/refusal";

interface Props {
  sessionId: string;
  whole: { from: number; to: number };
}

/** Marks an incident from any view: the range that is shown, else up to the cursor, else the session. */
export function MarkIncident({ sessionId, whole }: Props) {
  const [open, setOpen] = useState(false);
  const { busy, error, run } = useAction();
  const router = useRouter();
  const search = useSearchParams();
  useCommands({ mark: () => setOpen(true) });
  const cursor = search.get("turn");
  const range =
    parseAsTurnRange.parse(search.get("r") ?? "") ??
    (cursor === null ? whole : { from: whole.from, to: Number(cursor) });
  const save = (data: FormData) =>
    run(async () => {
      const made = await sendJson<{ id: string }>("POST", `/api/v1/sessions/${sessionId}/incidents`, {
        title: data.get("title"),
        severity: data.get("severity"),
        outcome: data.get("outcome"),
        range: { from: Number(data.get("from")), to: Number(data.get("to")) },
      });
      setOpen(false);
      router.push(`/sessions/${sessionId}/incidents/${made.id}`);
    });
  return (
    <Dialog.Root open={open} onOpenChange={setOpen}>
      <Dialog.Trigger className="btn fixed right-4 bottom-4 z-20 shadow-(--shadow) print:hidden">
        Mark incident
      </Dialog.Trigger>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 w-[min(28rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 rounded-md bg-raised p-5 shadow-(--shadow)">
          <Dialog.Title className="text-base font-medium">Mark an incident</Dialog.Title>
          <form
            className="mt-3 grid gap-2 text-xs"
            onSubmit={(event) => {
              event.preventDefault();
              void save(new FormData(event.currentTarget));
            }}
          >
            <label className="grid gap-1">
              Title
              <input className="field" name="title" maxLength={200} required />
            </label>
            <div className="flex gap-2">
              <Choice name="severity" label="Severity" values={["warning", "serious", "note"]} />
              <Choice
                name="outcome"
                label="Outcome"
                values={["unknown", "wrong", "failed", "aborted", "ok"]}
              />
            </div>
            <div className="flex gap-2">
              <TurnField name="from" label="First turn" value={range.from} whole={whole} />
              <TurnField name="to" label="Last turn" value={range.to} whole={whole} />
            </div>
            <Refusal message={error} />
            <div className="mt-2 flex justify-end gap-2">
              <Dialog.Close className="btn">Cancel</Dialog.Close>
              <button type="submit" className="btn btn-primary" disabled={busy}>
                Mark
              </button>
            </div>
          </form>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

function Choice({ name, label, values }: { name: string; label: string; values: readonly string[] }) {
  return (
    <label className="grid flex-1 gap-1">
      {label}
      <select className="field" name={name}>
        {values.map((value) => (
          <option key={value}>{value}</option>
        ))}
      </select>
    </label>
  );
}

function TurnField({
  name,
  label,
  value,
  whole,
}: {
  name: string;
  label: string;
  value: number;
  whole: Props["whole"];
}) {
  return (
    <label className="grid flex-1 gap-1">
      {label}
      <input
        className="field"
        type="number"
        name={name}
        min={whole.from}
        max={whole.to}
        defaultValue={value}
        required
      />
    </label>
  );
}
