interface Props {
  /** How many policies and settings a search tries. */
  readonly searched: number;
  readonly busy: boolean;
  /** Whether it is what to do first. */
  readonly isFirst?: boolean;
  readonly onSearch: () => void;
}

/** Searches for the cheapest change that keeps what was wanted. */
export function SearchButton({ searched, busy, isFirst = false, onSearch }: Props) {
  return (
    <button
      type="button"
      className={`btn ${isFirst ? "btn-primary" : ""}`}
      disabled={busy}
      title="Pins, the session's own policy with other numbers, and the others that could have run here"
      onClick={onSearch}
    >
      Search {searched} for the cheapest that keeps it
    </button>
  );
}
