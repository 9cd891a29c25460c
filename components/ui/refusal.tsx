/** Screen readers read it when it appears. */
export function Refusal({ message }: { message: string | null }) {
  return (
    <p role="alert" className="min-h-5 text-xs text-dangling empty:hidden">
      {message}
    </p>
  );
}
