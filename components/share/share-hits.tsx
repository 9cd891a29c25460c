import { plural } from "@/lib/view/format";
import { visibleText } from "@/lib/view/trace-text";

/** A value that was found, as the preview lists it. */
export interface ShareHit {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  readonly places: readonly string[];
}

interface Props {
  hits: readonly ShareHit[];
  reveal: ReadonlySet<string>;
  onReveal: (reveal: ReadonlySet<string>) => void;
}

const PLACES_SHOWN = 3;
const VALUE_CHARS = 60;

/** What was found, each with its places and whether it is masked. */
export function ShareHits({ hits, reveal, onReveal }: Props) {
  const toggle = (id: string, masked: boolean) => {
    const next = new Set(reveal);
    if (masked) next.delete(id);
    else next.add(id);
    onReveal(next);
  };
  if (hits.length === 0) return <p>No secrets and no personal data were found.</p>;
  return (
    <section aria-label="What is masked">
      <p>{plural(hits.length, "value")} found. What is ticked is masked.</p>
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
    </section>
  );
}
