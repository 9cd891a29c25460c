interface Props {
  what: string;
  onRetry: () => void;
  className?: string;
}

/** Something could not be read from the server, with a way to try again. */
export function ReadFailed({ what, onRetry, className = "" }: Props) {
  return (
    <p className={`mt-2 text-dangling ${className}`}>
      {what} could not be read.{" "}
      <button type="button" className="underline" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
