import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { GIVE_BACK_BUDGET, giveBackModel } from "@/lib/view/compactions/give-back-model";
import { giveBackRead } from "@/lib/view/views/evictions";
import { useFrozen, useRead } from "../data/reader";
import { CopyButton } from "../ui/copy-button";

const { min, max, usual } = GIVE_BACK_BUDGET;

/** One text to give back to the next window, within a budget that the reader sets. A share has none: nobody there goes on. */
export function GiveBack({ sessionId, no }: { sessionId: string; no: number }) {
  const isFrozen = useFrozen();
  const [budget, setBudget] = useState<number | null>(null);
  if (isFrozen) return null;
  return (
    <section aria-label="Give it back" className="mt-3 min-w-0 print:hidden">
      <h3 className="font-medium">Give it back</h3>
      <form
        className="mt-1 flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          setBudget(Number(new FormData(event.currentTarget).get("tokens")));
        }}
      >
        <label className="text-ink-3">
          Tokens at most{" "}
          <input
            name="tokens"
            type="number"
            className="field num w-24"
            min={min}
            max={max}
            defaultValue={usual}
            required
          />
        </label>
        <button type="submit" className="btn">
          Make the text
        </button>
      </form>
      {budget !== null && <Text sessionId={sessionId} no={no} tokens={budget} />}
    </section>
  );
}

function Text({ sessionId, no, tokens }: { sessionId: string; no: number; tokens: number }) {
  const read = useRead();
  const { data, error } = useQuery({
    queryKey: ["give-back", sessionId, no, tokens],
    queryFn: ({ signal }) => read(giveBackRead(sessionId, no, tokens), signal),
    staleTime: Infinity,
  });
  if (error !== null) return <p className="mt-2 text-dangling">{error.message}</p>;
  if (data === undefined) return <p className="mt-2 text-ink-3">Looking what is needed…</p>;
  const { text, shown, fileName, notes } = giveBackModel(data);
  return (
    <>
      {text !== null && (
        <>
          <p
            className="trace-text mt-2 max-h-80 overflow-auto rounded-xs bg-sunken p-2 whitespace-pre-wrap"
            tabIndex={0}
            role="region"
            aria-label="Text to give back"
            dir="auto"
          >
            {shown}
          </p>
          <p className="mt-1 flex flex-wrap gap-2">
            <CopyButton text={text} label="Copy the text" />
            <a
              className="btn"
              download={fileName}
              href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
            >
              Save as a file
            </a>
          </p>
        </>
      )}
      {notes.map((note) => (
        <p key={note} className="mt-1 text-ink-3">
          {note}
        </p>
      ))}
    </>
  );
}
