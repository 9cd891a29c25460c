import { useSearchParams } from "next/navigation";
import type { ParserMap, UseQueryStatesOptions, Values } from "nuqs";
import { createSerializer, useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { useHeldPatch } from "./use-held-patch";

type Patch<Params extends ParserMap> = {
  readonly [Name in keyof Params]?: Values<Params>[Name] | null;
};

/** Changes some parameters; `null` removes a parameter from the address. */
export type SetUrlState<Params extends ParserMap> = (
  patch: Patch<Params>,
  options?: {
    readonly history?: "push" | "replace";
    /** Milliseconds that the address waits for further changes. The state changes at once. Not for removals. */
    readonly afterMs?: number;
  },
) => void;

/** How long a change is kept when the router never shows it. A slow machine needs less. */
const CARRIED_MS = 5_000;

/**
 * While the router works on one change, it may write that change's address over a later one. So each change
 * repeats the recent changes until the router shows them.
 * @returns the state, a function that changes it, and one that writes at once what the address waits with
 */
export function useUrlState<Params extends ParserMap>(
  params: Params,
  options: Partial<UseQueryStatesOptions<Params>>,
): [Values<Params>, SetUrlState<Params>, () => void] {
  const [state, setState] = useQueryStates(params, options);
  const shown = useSearchParams();
  const asked = useRef<{ patch: Patch<Params>; at: number }>({ patch: {}, at: 0 });
  const { held, hold, take } = useHeldPatch<Patch<Params>>();
  useEffect(() => {
    if (isShown(params, asked.current.patch, shown)) asked.current = { patch: {}, at: 0 };
  }, [params, shown]);
  const settle = useCallback(() => {
    const patch = take();
    if (patch === null) return;
    const write = createSerializer<ParserMap>(params);
    window.history.replaceState(null, "", write(window.location.href, patch));
  }, [params, take]);
  useEffect(() => {
    const forget = () => {
      asked.current = { patch: {}, at: 0 };
      take();
    };
    // A write to the address while a page is being opened would stop the opening.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a[href]") !== null) settle();
    };
    window.addEventListener("popstate", forget);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("popstate", forget);
      document.removeEventListener("click", onClick, true);
    };
  }, [settle, take]);
  const set: SetUrlState<Params> = useCallback(
    (patch, { afterMs, ...how } = {}) => {
      const write = (all: Patch<Params>) => {
        const now = Date.now();
        const before = now - asked.current.at < CARRIED_MS ? asked.current.patch : {};
        asked.current = { patch: { ...before, ...all }, at: now };
        void setState(asked.current.patch as Parameters<typeof setState>[0], how);
      };
      if (afterMs === undefined) write({ ...take(), ...patch });
      else hold(patch, afterMs, write);
    },
    [setState, hold, take],
  );
  const current = useMemo(() => (held === null ? state : { ...state, ...held }), [state, held]);
  return [current, set, settle];
}

function isShown<Params extends ParserMap>(
  params: Params,
  asked: Patch<Params>,
  shown: URLSearchParams,
): boolean {
  const written = new URLSearchParams(createSerializer<ParserMap>(params)("", asked));
  return Object.keys(asked).every((name) => written.get(name) === shown.get(name));
}
