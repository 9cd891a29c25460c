import { useRouter } from "next/navigation";
import { useCallback, useEffect, useRef, useTransition } from "react";

/**
 * Reads the page's data again. The router answers a second refresh during the first by loading the whole page anew, with
 * open dialogs and half-typed texts lost: here it waits until the first has ended.
 */
export function useRefresh(): () => void {
  const router = useRouter();
  const [refreshing, start] = useTransition();
  const state = useRef({ running: false, again: false });
  const refresh = useCallback(() => {
    if (state.current.running) return void (state.current.again = true);
    state.current.running = true;
    start(() => router.refresh());
  }, [router]);
  useEffect(() => {
    if (refreshing) return;
    const { again } = state.current;
    state.current = { running: false, again: false };
    if (again) refresh();
  }, [refreshing, refresh]);
  return refresh;
}
