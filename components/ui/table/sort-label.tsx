interface Props {
  readonly label: string;
  /** How the rows are sorted by it; `null` where they are sorted by something else. */
  readonly order: "asc" | "desc" | null;
  readonly numeric?: boolean;
  /** Whether it takes the same room whatever the rows are sorted by. */
  readonly isSteady?: boolean;
}

/** The heading of a column that can be sorted by. The arrow of numbers stands before it: the heading ends where they end. */
export function SortLabel({ label, order, numeric = false, isSteady = true }: Props) {
  const arrow = (order !== null || isSteady) && (
    <span aria-hidden className={`w-2 text-2xs ${order === null ? "invisible" : ""}`}>
      {order === "desc" ? "↓" : "↑"}
    </span>
  );
  return (
    <span className="inline-flex items-baseline gap-1">
      {numeric && arrow}
      {label}
      {!numeric && arrow}
    </span>
  );
}
