import { useEffect, useRef } from "react";
import { mergeChanges } from "@/lib/view/live/changes";
import type { SessionNews } from "./live-session";
import { useLive } from "./live-session";

/** The shortest pause between two reads. The pause is also at least twice as long as a read takes. */
const GAP_MIN_MS = 400;
const GAP_FACTOR = 2;

/**
 * Reads a page's data again after the session changed, if the page follows it. Two reads never overlap.
 * @param read gets the session as it is now, and the first turn that changed since the last read; `null` when no turn
 * changed
 * @param part `body` for what the page is about: the header of the session says what it says
 */
export function useOnChange(
  read: (change: SessionNews) => Promise<unknown>,
  part: "body" | "aside" = "aside",
): void {
  const { subscribe, drew } = useLive();
  const isBody = part === "body";
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  useEffect(() => {
    let news: SessionNews | null = null;
    let busy = false;
    let gone = false;
    const run = async () => {
      if (busy) return;
      busy = true;
      while (news !== null && !gone) {
        const change: SessionNews = news;
        news = null;
        const began = Date.now();
        await latest.current(change).catch(() => undefined);
        if (isBody) drew(change.session);
        const gap = Math.max(GAP_MIN_MS, (Date.now() - began) * GAP_FACTOR);
        await new Promise((resolve) => setTimeout(resolve, gap));
      }
      busy = false;
    };
    const onChange = (change: SessionNews) => {
      news = mergeChanges(news, change);
      void run();
    };
    const stop = subscribe({ onChange, isBody });
    return () => {
      gone = true;
      stop();
    };
  }, [subscribe, drew, isBody]);
}
