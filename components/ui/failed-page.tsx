import { useEffect, useState } from "react";
import type { ComponentType } from "react";
import type { AwayWatchProps } from "./away-watch";
import { EmptyState } from "./empty-state";
import { loadAgain, useLoadedAgain } from "./old-page";

/** In place of a page that broke. A page of another build cannot be made again, and is loaded whole. */
export function FailedPage({
  error,
  again,
}: {
  readonly error: Error & { readonly digest?: string };
  readonly again: () => void;
}) {
  const isOld = useLoadedAgain(error);
  const [watch, setWatch] = useState<{ readonly Part: ComponentType<AwayWatchProps> } | null>(null);
  const [away, setAway] = useState<string | null>(null);
  // Every page carries this one. What says why a server that answers cannot show it is fetched from that server.
  useEffect(() => {
    if (isOld) return;
    void import("./away-watch").then(
      ({ AwayWatch }) => setWatch({ Part: AwayWatch }),
      () => undefined,
    );
  }, [isOld]);
  return (
    <EmptyState
      title={isOld ? "Sightglass has changed since this page was opened" : "This page could not be loaded"}
      action={
        <button type="button" className="btn" onClick={isOld ? loadAgain : again}>
          {isOld ? "Load the page again" : "Try again"}
        </button>
      }
    >
      {!isOld && watch !== null && <watch.Part onAway={setAway} onBack={again} />}
      {isOld
        ? "A part of it could not be loaded: the server has that of another version, or cannot be reached."
        : (away ?? "Something went wrong on the server, or its database cannot be reached.")}
      {error.digest !== undefined &&
        away === null &&
        ` The server's log knows this problem as ${error.digest}.`}
    </EmptyState>
  );
}
