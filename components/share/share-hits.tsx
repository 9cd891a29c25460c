import { classesWords, foundValues } from "@/lib/view/share/share-words";
import { visibleText } from "@/lib/view/format/trace-text";

export interface ShareHit {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly places: readonly string[];
}

export interface LookedFor {
  readonly lookedFor: readonly string[];
  readonly toChoose: readonly string[];
}

interface Props extends LookedFor {
  hits: readonly ShareHit[];
  reveal: ReadonlySet<string>;
  onReveal: (reveal: ReadonlySet<string>) => void;
}

const PLACES_SHOWN = 3;
const VALUE_CHARS = 60;

export function ShareHits({ hits, reveal, onReveal, ...classes }: Props) {
  const toggle = (id: string, masked: boolean) => {
    const next = new Set(reveal);
    if (masked) next.delete(id);
    else next.add(id);
    onReveal(next);
  };
  if (hits.length === 0)
    return (
      <section aria-label="What is masked">
        <p>Nothing to mask was found.</p>
        <Classes {...classes} />
      </section>
    );
  return (
    <section aria-label="What is masked">
      <p>{foundValues(hits.length)}</p>
      <ul className="mt-1 max-h-60 overflow-auto border-y border-line" tabIndex={0}>
        {hits.map(({ id, label, value, places }) => (
          <li key={id} className="border-b border-line py-1 last:border-0">
            <label className="flex items-baseline gap-2">
              <input
                type="checkbox"
                checked={!reveal.has(id)}
                onChange={(event) => toggle(id, event.target.checked)}
              />
              <span className="min-w-0 flex-1">
                {label} <span className="code break-all">{visibleText(value.slice(0, VALUE_CHARS))}</span>
                <span className="block text-ink-3">
                  {places.slice(0, PLACES_SHOWN).join(", ")}
                  {places.length > PLACES_SHOWN && ` and ${places.length - PLACES_SHOWN} more places`}
                </span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <Classes {...classes} />
    </section>
  );
}

function Classes({ lookedFor, toChoose }: LookedFor) {
  return (
    <details className="mt-1 text-ink-2">
      <summary className="w-fit cursor-pointer select-none">
        {classesWords(lookedFor.length, toChoose.length)}
      </summary>
      <p className="mt-1 max-h-32 overflow-auto">Looked for: {lookedFor.join(", ")}.</p>
      {toChoose.length > 0 && (
        <p className="mt-1">
          Not looked for; you can switch these on in the settings: {toChoose.join(", ")}.
        </p>
      )}
    </details>
  );
}
