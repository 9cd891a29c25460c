interface Props {
  /** What the address selects. */
  readonly asked: string | null;
  readonly isThere: boolean;
  /** Where it would stand: "among the costs of this session". */
  readonly place: string;
  readonly onClear: () => void;
}

/** Says that what the address selects is not there, as after a session was analysed anew, and leads to the page without it. */
export function GoneSelection({ asked, isThere, place, onClear }: Props) {
  if (asked === null || isThere) return null;
  return (
    <p role="status" className="mb-2 text-xs text-warning">
      What this link selects is no longer {place}.{" "}
      <button type="button" className="min-h-6 text-accent underline underline-offset-2" onClick={onClear}>
        Go on without it
      </button>
    </p>
  );
}
