import { useCallback, useEffect, useRef, useState } from "react";

interface Waiting<Patch> {
  readonly patch: Patch;
  readonly timer: ReturnType<typeof setTimeout>;
}

interface HeldPatch<Patch> {
  readonly held: Patch | null;
  /** Adds to what is held, and writes all of it when nothing was added for a while. */
  readonly hold: (patch: Patch, afterMs: number, write: (all: Patch) => void) => void;
  /** Ends the wait without a write. @returns what was held */
  readonly take: () => Patch | null;
  /** @returns what is held, which goes on waiting */
  readonly peek: () => Patch | null;
}

export function useHeldPatch<Patch extends object>(): HeldPatch<Patch> {
  const [held, setHeld] = useState<Patch | null>(null);
  const waiting = useRef<Waiting<Patch> | null>(null);
  const take = useCallback(() => {
    if (waiting.current === null) return null;
    const { patch, timer } = waiting.current;
    clearTimeout(timer);
    waiting.current = null;
    setHeld(null);
    return patch;
  }, []);
  const hold: HeldPatch<Patch>["hold"] = useCallback(
    (patch, afterMs, write) => {
      const all = { ...take(), ...patch };
      const onRest = () => {
        take();
        write(all);
      };
      waiting.current = { patch: all, timer: setTimeout(onRest, afterMs) };
      setHeld(all);
    },
    [take],
  );
  const peek = useCallback(() => waiting.current?.patch ?? null, []);
  useEffect(() => () => void take(), [take]);
  return { held, hold, take, peek };
}
