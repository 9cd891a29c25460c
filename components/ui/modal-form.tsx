import type { ReactNode } from "react";
import { ModalClose } from "./modal";
import { Refusal } from "./refusal";

interface Props {
  verb: string;
  busy: boolean;
  error: string | null;
  /** What else can be done once it is saved. */
  further?: string;
  /** @param further the reader chose to do it */
  onSave: (data: FormData, further: boolean) => unknown;
  children: ReactNode;
}

const FURTHER = "further";

export function ModalForm({ verb, busy, error, further, onSave, children }: Props) {
  return (
    <form
      className="mt-3 grid grid-cols-1 gap-3 text-xs text-ink"
      onSubmit={(event) => {
        event.preventDefault();
        const { submitter } = event.nativeEvent as SubmitEvent;
        onSave(new FormData(event.currentTarget), submitter?.getAttribute("name") === FURTHER);
      }}
    >
      {children}
      <Refusal message={error} />
      <div className="flex flex-wrap justify-end gap-2">
        <ModalClose>Cancel</ModalClose>
        {further !== undefined && (
          <button type="submit" name={FURTHER} className="btn order-last" disabled={busy}>
            {further}
          </button>
        )}
        <button type="submit" className="btn btn-primary" disabled={busy}>
          {verb}
        </button>
      </div>
    </form>
  );
}
