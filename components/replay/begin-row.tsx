import { SearchButton } from "./search-button";

interface Props {
  readonly busy: boolean;
  /** How many policies and settings a search tries; 0 where a button above offers it, which is pressed first. */
  readonly searched: number;
  readonly onRun: () => void;
  readonly onSearch: () => void;
}

/** What begins a replay while that which is to be replayed is folded away. */
export function BeginRow({ busy, searched, onRun, onSearch }: Props) {
  return (
    <p className="mt-1 flex flex-wrap gap-2">
      <button
        type="button"
        className={`btn ${searched > 0 ? "btn-primary" : ""}`}
        disabled={busy}
        onClick={onRun}
      >
        Replay
      </button>
      {searched > 0 && <SearchButton searched={searched} busy={busy} onSearch={onSearch} />}
    </p>
  );
}
