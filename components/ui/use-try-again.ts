import { usePathname, useRouter } from "next/navigation";
import { startTransition, useCallback, useEffect } from "react";
import { whenServerAnswers } from "../data/when-server-answers";

/** How long after a failure a page is asked for again, each time that it fails. After the last it waits for its reader. */
const AGAIN_MS = [1_000, 2_000, 4_000, 8_000, 16_000];
/** A failure this long after the last one is a new one. */
const FORGOTTEN_MS = 60_000;

/** The failures of the page that is open. Each failure mounts the error page again, so they are kept outside of it. */
const failures = { path: "", times: 0, at: 0 };

/**
 * Asks for a page that failed again, as soon as the server answers: a server that is started again loses nobody's place.
 * @param reset makes the page again, as Next gives it to an error page
 * @returns what a button calls to do so now
 */
export function useTryAgain(reset: () => void): () => void {
  const router = useRouter();
  const path = usePathname();
  const again = useCallback(() => {
    startTransition(() => {
      router.refresh();
      reset();
    });
  }, [router, reset]);
  useEffect(() => {
    const now = Date.now();
    if (failures.path !== path || now - failures.at > FORGOTTEN_MS) failures.times = 0;
    Object.assign(failures, { path, at: now });
    const wait = AGAIN_MS[failures.times++];
    if (wait === undefined) return undefined;
    const timer = setInterval(() => void whenServerAnswers(again), wait);
    return () => clearInterval(timer);
  }, [path, again]);
  return again;
}
