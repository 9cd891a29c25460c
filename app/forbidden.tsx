import Link from "next/link";
import { EmptyState } from "@/components/ui/empty-state";

export default function Forbidden() {
  return (
    <EmptyState
      title="Not for you"
      action={
        <Link className="btn" href="/">
          All sessions
        </Link>
      }
    >
      Your role in this project does not let you see this page. Ask an owner of the project.
    </EmptyState>
  );
}
