import type { SaidOfFinding } from "@/lib/view/findings/verdict-words";
import { NOTE_CHARS_MAX, VERDICT_CHOICES } from "@/lib/view/findings/verdict-words";
import { formText } from "../data/form-values";
import { Refusal } from "../ui/refusal";
import type { VerdictAction } from "./use-verdict";

interface Props {
  said: SaidOfFinding | null;
  action: VerdictAction;
}

/** Whether a finding is true, in one press, and why. Pressing what was said takes it back. */
export function VerdictFields({ said, action: { busy, error, say } }: Props) {
  return (
    <div className="mt-2 text-xs print:hidden">
      <div role="group" aria-label="Is it true?" className="flex flex-wrap items-center gap-1.5">
        {VERDICT_CHOICES.map(({ verdict, key, label }) => (
          <button
            key={verdict}
            type="button"
            className="btn aria-pressed:border-accent aria-pressed:text-accent"
            aria-pressed={said?.verdict === verdict}
            aria-keyshortcuts={key}
            disabled={busy}
            onClick={() => void say(said?.verdict === verdict ? null : verdict, said?.note)}
          >
            {label}
            <kbd aria-hidden className="code ml-1 text-2xs text-ink-3 max-md:hidden">
              {key}
            </kbd>
          </button>
        ))}
      </div>
      {said !== null && (
        <form
          key={said.note}
          className="mt-1.5 flex flex-wrap items-center gap-1.5"
          onSubmit={(event) => {
            event.preventDefault();
            void say(said.verdict, formText(new FormData(event.currentTarget), "note"));
          }}
        >
          <input
            className="field min-w-0 flex-1 basis-40"
            name="note"
            aria-label="Why"
            placeholder="Why?"
            maxLength={NOTE_CHARS_MAX}
            defaultValue={said.note}
          />
          <button type="submit" className="btn" disabled={busy}>
            Save note
          </button>
        </form>
      )}
      <Refusal message={error} />
    </div>
  );
}
