import { matchWords } from "@/lib/view/turn/panel-words";
import type { WindowPlaces } from "@/lib/view/turn/sections";

interface Props {
  places: WindowPlaces;
  left: number;
  matches: readonly number[];
  query: string;
  current: number | null;
  onQuery: (query: string) => void;
  onJump: (at: number) => void;
}

export function WindowJumps({ places, left, matches, query, current, onQuery, onJump }: Props) {
  const { fresh, largest, heads } = places;
  const step = (list: readonly number[], by: 1 | -1) => {
    const next =
      by > 0
        ? (list.find((at) => at > (current ?? -1)) ?? list[0])
        : (list.findLast((at) => at < (current ?? Number.POSITIVE_INFINITY)) ?? list.at(-1));
    if (next !== undefined) onJump(next);
  };
  const place = current === null ? -1 : matches.indexOf(current);
  return (
    <>
      <button type="button" className="btn" disabled={fresh.length === 0} onClick={() => step(fresh, 1)}>
        New ({fresh.length})
      </button>
      <button
        type="button"
        className="btn"
        disabled={left === 0}
        onClick={() => document.getElementById("left")?.scrollIntoView({ block: "start" })}
      >
        Left ({left})
      </button>
      <button
        type="button"
        className="btn"
        disabled={largest === null}
        onClick={() => {
          if (largest !== null) onJump(largest);
        }}
      >
        Largest
      </button>
      {heads.length > 1 && (
        <select
          className="field max-w-40"
          aria-label="Jump to a source"
          value=""
          onChange={(event) => onJump(Number(event.target.value))}
        >
          <option value="">Source…</option>
          {heads.map(({ at, label }) => (
            <option key={at} value={at}>
              {label}
            </option>
          ))}
        </select>
      )}
      <input
        data-search
        type="search"
        className="field w-48 max-sm:w-full"
        placeholder="Search the window   /"
        aria-label="Search the window"
        value={query}
        onChange={(event) => onQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === "Enter") step(matches, event.shiftKey ? -1 : 1);
        }}
      />
      {query.trim() !== "" && (
        <span className="num text-xs text-ink-2" aria-live="polite">
          {matchWords(place, matches.length)}
        </span>
      )}
    </>
  );
}
