import { useSearchParams } from "next/navigation";
import type { ParserMap, UseQueryStatesOptions, Values } from "nuqs";
import { createLoader, createSerializer, useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo } from "react";
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

/** What the person asked of the address last, by parameter, until the router shows it. */
const asked = new Map<string, { readonly value: unknown; readonly path: string; readonly at: number }>();

function ask(patch: Readonly<Record<string, unknown>>): void {
  const [path, at] = [window.location.pathname, Date.now()];
  for (const [name, value] of Object.entries(patch)) asked.set(name, { value, path, at });
}

/** What was asked of these parameters on this page and is not shown yet. */
function unshown<Params extends ParserMap>(params: Params): Patch<Params> {
  const recent = Object.keys(params).flatMap((name) => {
    const one = asked.get(name);
    const counts = one?.path === window.location.pathname && Date.now() - one.at < CARRIED_MS;
    return counts ? [[name, one.value] as const] : [];
  });
  return Object.fromEntries(recent) as Patch<Params>;
}

/**
 * While the router works on one change, or on a step back, it may write an earlier address over it. What the person did
 * last wins: a change carries along what is not shown yet, and is made again when the router shows something else.
 * @returns the state, a function that changes it, and one that writes at once what the address waits with
 */
export function useUrlState<Params extends ParserMap>(
  params: Params,
  options: Partial<UseQueryStatesOptions<Params>>,
): [Values<Params>, SetUrlState<Params>, () => void] {
  const [state, setState] = useQueryStates(params, options);
  const shown = useSearchParams();
  const { held, hold, take } = useHeldPatch<Patch<Params>>();
  const write = useCallback(
    (patch: Patch<Params>, how: { readonly history?: "push" | "replace" }) =>
      void setState(patch as Parameters<typeof setState>[0], how),
    [setState],
  );
  useEffect(() => {
    const waiting = unshown(params);
    const written = new URLSearchParams(createSerializer<ParserMap>(params)("", waiting));
    const missing = Object.keys(waiting).filter((name) => written.get(name) !== shown.get(name));
    if (missing.length > 0) return write(waiting, { history: "replace" });
    for (const name of Object.keys(waiting)) asked.delete(name);
  }, [params, shown, write]);
  const settle = useCallback(() => {
    const patch = take();
    if (patch === null) return;
    const write = createSerializer<ParserMap>(params);
    window.history.replaceState(null, "", write(window.location.href, patch));
  }, [params, take]);
  useEffect(() => {
    const onStep = () => {
      take();
      ask(createLoader(params)(window.location.search));
    };
    // A write to the address while a page is being opened would stop the opening.
    const onClick = ({ target }: MouseEvent) => {
      if (!(target instanceof Element) || target.closest("a[href]") === null) return;
      settle();
      asked.clear();
    };
    window.addEventListener("popstate", onStep);
    document.addEventListener("click", onClick, true);
    return () => {
      window.removeEventListener("popstate", onStep);
      document.removeEventListener("click", onClick, true);
    };
  }, [params, settle, take]);
  const set: SetUrlState<Params> = useCallback(
    (patch, { afterMs, ...how } = {}) => {
      const change = (all: Patch<Params>) => {
        const whole = { ...unshown(params), ...all };
        ask(whole);
        write(whole, how);
      };
      if (afterMs === undefined) change({ ...take(), ...patch });
      else hold(patch, afterMs, change);
    },
    [params, write, hold, take],
  );
  const current = useMemo(() => (held === null ? state : { ...state, ...held }), [state, held]);
  return [current, set, settle];
}
