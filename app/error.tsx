"use client";

import { EmptyState } from "@/components/ui/empty-state";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <EmptyState
      title="This page could not be made"
      action={
        <button type="button" className="btn" onClick={reset}>
          Try again
        </button>
      }
    >
      Something went wrong on the server.
      {error.digest !== undefined && ` The server's log knows this problem as ${error.digest}.`}
    </EmptyState>
  );
}
