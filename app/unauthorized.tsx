import { EmptyState } from "@/components/ui/empty-state";

export default function Unauthorized() {
  return (
    <EmptyState title="This key is not valid">
      The API key that came with the request is not one of this instance, or it was revoked or has expired.
      Pages are for people: open them without a key.
    </EmptyState>
  );
}
