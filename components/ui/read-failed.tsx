interface Props {
  what: string;
  onRetry: () => void;
  className?: string;
}

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
