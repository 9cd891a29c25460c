import { useState } from "react";
import { openAnew } from "../data/open-anew";

/** Stays busy while the next page loads. */
export function useEntry(problem: string | null) {
  const [busy, setBusy] = useState(false);
  const [refusal, setRefusal] = useState(problem);
  const enter = async (page: string, send: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await send();
      openAnew(page);
    } catch (error) {
      setRefusal(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  };
  return { busy, refusal, enter };
}
