"use client";

import { EmptyState } from "@/components/ui/empty-state";
import { useTryAgain } from "@/components/ui/use-try-again";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  const again = useTryAgain(reset);
  return (
    <EmptyState
      title="This page could not be loaded"
      action={
        <button type="button" className="btn" onClick={again}>
          Try again
        </button>
      }
    >
      Something went wrong on the server, or its database cannot be reached.
      {error.digest !== undefined && ` The server's log knows this problem as ${error.digest}.`}
    </EmptyState>
  );
}
