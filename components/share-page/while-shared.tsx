"use client";

import type { ReactNode } from "react";
import { useEffect, useState } from "react";
import { makeAddress, makeApiRead } from "@/lib/api/request/request";
import { fetchAnswer, RefusedRead } from "../data/fetch-answer";
import { EmptyState } from "../ui/empty-state";

/** How often an open page asks whether its share still stands, while somebody looks at it. */
const ASKS_EVERY_MS = 15_000;
const NOT_FOUND = 404;

interface Props {
  readonly token: string;
  /** The id of the share. */
  readonly share: string;
  readonly children: ReactNode;
}

/** A page that was shared, until the share ends. */
export function WhileShared({ token, share, children }: Props) {
  if (!useStanding(token, share))
    return (
      <EmptyState title="This share has ended">
        It was revoked or has expired since this page was opened. Ask the sender for a new link.
      </EmptyState>
    );
  return children;
}

/** A server that does not answer has ended nothing. */
function useStanding(token: string, share: string): boolean {
  const [stands, setStands] = useState(true);
  useEffect(() => {
    if (!stands) return undefined;
    const address = makeAddress(makeApiRead("/api/v1/shares/{token}/state", { token }, { share }));
    const look = async () => {
      if (document.visibilityState !== "visible") return;
      const problem = await fetchAnswer(address).then(
        () => null,
        (error: unknown) => error,
      );
      if (problem instanceof RefusedRead && problem.status === NOT_FOUND) setStands(false);
    };
    const timer = setInterval(() => void look(), ASKS_EVERY_MS);
    const onLook = () => void look();
    document.addEventListener("visibilitychange", onLook);
    window.addEventListener("focus", onLook);
    window.addEventListener("pageshow", onLook);
    return () => {
      clearInterval(timer);
      document.removeEventListener("visibilitychange", onLook);
      window.removeEventListener("focus", onLook);
      window.removeEventListener("pageshow", onLook);
    };
  }, [token, share, stands]);
  return stands;
}
