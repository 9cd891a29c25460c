import { useSearchParams } from "next/navigation";
import type { ParserMap, UseQueryStatesOptions, Values } from "nuqs";
import { createSerializer, debounce, useQueryStates } from "nuqs";
import { useCallback, useEffect, useRef } from "react";

type Patch<Params extends ParserMap> = {
  readonly [Name in keyof Params]?: Values<Params>[Name] | null;
};

/** Changes some parameters; `null` removes a parameter from the address. */
export type SetUrlState<Params extends ParserMap> = (
  patch: Patch<Params>,
  options?: {
    readonly history?: "push" | "replace";
    /** Waits this long for further changes before the address changes. The state changes at once. */
    readonly afterMs?: number;
  },
) => void;

/** How long a change is kept when the router never shows it. A slow machine needs less. */
const CARRIED_MS = 5_000;

/**
 * State in the address. While the router works on one change, it may write that change's address over a later one. So
 * each change repeats the recent changes until the router shows them.
 */
export function useUrlState<Params extends ParserMap>(
  params: Params,
  options: Partial<UseQueryStatesOptions<Params>>,
): [Values<Params>, SetUrlState<Params>] {
  const [state, setState] = useQueryStates(params, options);
  const shown = useSearchParams();
  const asked = useRef<{ patch: Patch<Params>; at: number }>({ patch: {}, at: 0 });
  useEffect(() => {
    if (isShown(params, asked.current.patch, shown)) asked.current = { patch: {}, at: 0 };
  }, [params, shown]);
  useEffect(() => {
    const forget = () => {
      asked.current = { patch: {}, at: 0 };
    };
    window.addEventListener("popstate", forget);
    return () => window.removeEventListener("popstate", forget);
  }, []);
  const set: SetUrlState<Params> = useCallback(
    (patch, { afterMs, ...how } = {}) => {
      const now = Date.now();
      const before = now - asked.current.at < CARRIED_MS ? asked.current.patch : {};
      asked.current = { patch: { ...before, ...patch }, at: now };
      void setState(asked.current.patch as Parameters<typeof setState>[0], {
        ...how,
        ...(afterMs !== undefined && { limitUrlUpdates: debounce(afterMs) }),
      });
    },
    [setState],
  );
  return [state, set];
}

function isShown<Params extends ParserMap>(
  params: Params,
  asked: Patch<Params>,
  shown: URLSearchParams,
): boolean {
  const written = new URLSearchParams(createSerializer<ParserMap>(params)("", asked));
  return Object.keys(asked).every((name) => written.get(name) === shown.get(name));
}
