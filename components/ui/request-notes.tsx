export function RequestNotes({ notes }: { notes: readonly (string | null)[] }) {
  return notes.map(
    (note) =>
      note !== null && (
        <span key={note} role="status" className="mr-1 text-warning">
          {note}
        </span>
      ),
  );
}
