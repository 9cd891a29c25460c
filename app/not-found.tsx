import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";

export default function NotFound() {
  return (
    <EmptyState
      title="Not here"
      action={
        <Link className="btn" href="/">
          All sessions
        </Link>
      }
    >
      There is no such session, turn or block, or it was deleted.
    </EmptyState>
  );
}
