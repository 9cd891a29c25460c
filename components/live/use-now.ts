import { useEffect, useState } from "react";

const TICK_MS = 2_000;

/**
 * The server's time, in ms. The reader's clock may be wrong, so it only measures the time since the page was made.
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
