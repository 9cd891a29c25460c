"use client";

import { useEffect, useState } from "react";

const TICK_MS = 2_000;

/**
 * The server's time, going on. The reader's clock only counts on from it: it may be wrong.
 * @param serverNow ms since 1970 when the page was made
 */
export function useNow(serverNow: number): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    const ahead = Date.now() - serverNow;
    const timer = setInterval(() => setNow(Date.now() - ahead), TICK_MS);
    return () => clearInterval(timer);
  }, [serverNow]);
  return now;
}
