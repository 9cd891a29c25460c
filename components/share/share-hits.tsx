import type { HitKind, HitRow } from "@/lib/view/share/last-look";
import { describeClasses, describeFoundValues, maskWords } from "@/lib/view/share/share-words";
import { TeachButton } from "./teach-button";
import type { Preview } from "./use-last-look";

interface Props {
  of: Preview;
  onShow: OnShow;
}

/** Shows these values to the visitor, or masks them. */
type OnShow = (ids: readonly string[], shown: boolean) => void;

/** Everything that was found, by kind, each value in its sentence. */
export function ShareHits({ of: { kinds, mayTeach, lookedFor, toChoose }, onShow }: Props) {
  return (
    <section aria-label="What is masked">
      <p>{describeFoundValues(kinds.reduce((sum, { ids }) => sum + ids.length, 0))}</p>
      <div className={kinds.length === 0 ? "" : "mt-1 max-h-80 overflow-auto border-y border-line"}>
        {kinds.map((kind) => (
          <Kind key={kind.kind} of={kind} mayTeach={mayTeach} onShow={onShow} />
        ))}
      </div>
      <Classes lookedFor={lookedFor} toChoose={toChoose} />
    </section>
  );
}

const OPEN_MAX = 8;

interface KindProps {
  of: HitKind;
  mayTeach: boolean;
  onShow: OnShow;
}

function Kind({ of, mayTeach, onShow }: KindProps) {
  const { kind, label, words, ids, shown, rows } = of;
  const isAllShown = shown === ids.length;
  return (
    <details open={rows.length <= OPEN_MAX} className="border-b border-line py-1 last:border-0">
      <summary className="cursor-pointer select-none">
        <span className="font-medium">{label}</span> <span className="num text-ink-2">{words}</span>
      </summary>
      <div className="mt-1 flex flex-wrap gap-2">
        <button type="button" className="btn h-6" onClick={() => onShow(ids, !isAllShown)}>
          {isAllShown ? `Mask all: ${label}` : `Show all: ${label}`}
        </button>
        {isAllShown && mayTeach && !kind.startsWith("rule: ") && (
          <TeachButton label="Stop looking for it in this project" lesson={{ off: kind }} />
        )}
      </div>
      <ul>
        {rows.map((row) => (
          <li key={row.id} className="py-1">
            <label className="flex items-baseline gap-2">
              <input
                type="checkbox"
                checked={row.isMasked}
                onChange={({ target }) => onShow([row.id], !target.checked)}
              />
              <Sentence row={row} />
            </label>
          </li>
        ))}
      </ul>
    </details>
  );
}

export function Sentence({ row }: { row: HitRow }) {
  return (
    <span className="min-w-0 flex-1">
      <span className="code wrap-anywhere whitespace-pre-wrap text-ink-2" dir="auto">
        {row.before}
        <mark className="bg-sunken font-medium text-ink">{row.value}</mark>
        {row.after}
      </span>
      <span className="block text-ink-3">{maskWords(row)}</span>
    </span>
  );
}

function Classes({ lookedFor, toChoose }: Pick<Preview, "lookedFor" | "toChoose">) {
  return (
    <details className="mt-1 text-ink-2">
      <summary className="w-fit cursor-pointer select-none">
        {describeClasses(lookedFor.length, toChoose.length)}
      </summary>
      <p className="mt-1 max-h-32 overflow-auto" tabIndex={0}>
        Looked for: {lookedFor.join(", ")}.
      </p>
      {toChoose.length > 0 && (
        <p className="mt-1">
          Not looked for; you can switch these on in the settings: {toChoose.join(", ")}.
        </p>
      )}
    </details>
  );
}
