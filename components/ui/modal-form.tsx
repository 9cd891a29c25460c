import type { ReactNode } from "react";
import { ModalClose } from "./modal";
import { Refusal } from "./refusal";

interface Props {
  verb: string;
  busy: boolean;
  error: string | null;
  onSave: (data: FormData) => unknown;
  children: ReactNode;
}

export function ModalForm({ verb, busy, error, onSave, children }: Props) {
  return (
    <form
      className="mt-3 grid grid-cols-1 gap-3 text-xs text-ink"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(new FormData(event.currentTarget));
      }}
    >
      {children}
      <Refusal message={error} />
      <div className="flex justify-end gap-2">
        <ModalClose>Cancel</ModalClose>
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {verb}
        </button>
      </div>
    </form>
  );
}
