import { EmptyState } from "./empty-state";

export function NoTurns() {
  return (
    <EmptyState title="No turns yet">
      The session exists, but no model call of it has been received, so no window can be asked about.
    </EmptyState>
  );
}
