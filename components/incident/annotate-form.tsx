"use client";

import type { Snapshot } from "@/lib/core/incident/snapshot";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

interface Props {
  path: string;
  turn: number;
  snapshot: Pick<Snapshot, "from" | "to">;
}

/** Writes a remark down at the turn of the cursor. */
export function AnnotateForm({ path, turn, snapshot: { from, to } }: Props) {
  const { busy, error, run } = useAction();
  return (
    <form
      key={turn}
      className="-mt-10 flex flex-wrap items-center gap-2 px-4 pb-16 print:hidden"
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const data = new FormData(form);
        void run(async () => {
          await sendJson("POST", path, { turn: Number(data.get("turn")), text: data.get("text") });
          form.reset();
        });
      }}
    >
      <label className="flex items-center gap-1.5 text-xs">
        Note at turn
        <input
          className="field w-20"
          name="turn"
          type="number"
          min={from}
          max={to}
          defaultValue={turn}
          required
        />
      </label>
      <input
        className="field min-w-0 flex-1"
        name="text"
        aria-label="Note"
        placeholder="What happened here"
        required
      />
      <button type="submit" className="btn" disabled={busy}>
        Add note
      </button>
      <Refusal message={error} />
    </form>
  );
}
