import { EmptyState } from "./empty-state";

/** Replaces a view of a session without a model call. */
export function NoTurns() {
  return (
    <EmptyState title="No turns yet">
      The session exists, but no model call of it has been received, so no window can be asked about.
    </EmptyState>
  );
}
