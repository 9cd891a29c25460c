import { useSearchParams } from "next/navigation";
import type { ParserMap, UseQueryStatesOptions, Values } from "nuqs";
import { createLoader, createSerializer, useQueryStates } from "nuqs";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { unlessOpening, watchOpenings } from "./navigation";
import { useHeldPatch } from "./use-held-patch";
import { useLeftState } from "./use-left-state";

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

/** How long the address waits for a cursor that keys move. */
export const CURSOR_RESTS_MS = 250;

/** How long a change is kept when the router never shows it, or writes an earlier address over it. A slow machine needs less. */
const CARRIED_MS = 15_000;
/** The router may drop a change while it loads a page anew, and then shows nothing new that would bring it back. */
const LOOK_AGAIN_MS = 500;

interface Asked {
  readonly value: unknown;
  readonly path: string;
  readonly at: number;
  /** What was shown when it was asked. */
  readonly before: string | null;
  /** Whether the router has shown it. It may still write the earlier address over it. */
  wasShown: boolean;
}

/** What the person asked of the address last, by parameter. */
const asked = new Map<string, Asked>();

function ask(patch: Readonly<Record<string, unknown>>, shown: URLSearchParams): void {
  const [path, at] = [window.location.pathname, Date.now()];
  for (const [name, value] of Object.entries(patch)) {
    const existing = asked.get(name);
    // What is asked for once more may be shown by now: an earlier address lacks it all the same.
    const isAgain = existing?.path === path && existing.value === value;
    asked.set(name, {
      value,
      path,
      at,
      before: isAgain ? existing.before : shown.get(name),
      wasShown: false,
    });
  }
}

/** What was asked of these parameters on this page and is not shown yet, or not any more. */
function unshown<Params extends ParserMap>(params: Params, shown: URLSearchParams): Patch<Params> {
  const recent = Object.keys(params).flatMap((name) => {
    const pending = asked.get(name);
    if (pending?.path !== window.location.pathname || Date.now() - pending.at >= CARRIED_MS) return [];
    return pending.wasShown && shown.get(name) !== pending.before ? [] : [[name, pending.value] as const];
  });
  return Object.fromEntries(recent) as Patch<Params>;
}

function isShown<Params extends ParserMap>(
  params: Params,
  patch: Patch<Params>,
  shown: URLSearchParams,
): boolean {
  const written = new URLSearchParams(createSerializer<ParserMap>(params)("", patch));
  return Object.keys(patch).every((name) => written.get(name) === shown.get(name));
}

function markShown(name: string): void {
  const pending = asked.get(name);
  if (pending !== undefined) pending.wasShown = true;
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
  const { shallow = true, ...rest } = options;
  const [state, setState] = useQueryStates(params, {
    ...rest,
    shallow,
    // A change that asks the server opens a page itself.
    ...(shallow && { startTransition: unlessOpening }),
  });
  const shown = useSearchParams();
  const latest = useRef(shown);
  useEffect(() => {
    latest.current = shown;
  }, [shown]);
  const { held, hold, take, peek } = useHeldPatch<Patch<Params>>();
  const write = useCallback(
    (patch: Patch<Params>, how: { readonly history?: "push" | "replace" }) =>
      void setState(patch as Parameters<typeof setState>[0], how),
    [setState],
  );
  const look = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(look.current), []);
  /** Whatever wrote it, the router may drop it. */
  const lookLater = useCallback(() => {
    const lookAgain = () => {
      const dropped = unshown(params, latest.current);
      if (isShown(params, dropped, latest.current)) return;
      write(dropped, { history: "replace" });
      look.current = setTimeout(lookAgain, LOOK_AGAIN_MS);
    };
    clearTimeout(look.current);
    look.current = setTimeout(lookAgain, LOOK_AGAIN_MS);
  }, [params, write]);
  useEffect(() => {
    for (const [name, { path }] of asked) if (path !== window.location.pathname) asked.delete(name);
    const waiting = unshown(params, shown);
    if (isShown(params, waiting, shown)) for (const name of Object.keys(waiting)) markShown(name);
    else {
      write(waiting, { history: "replace" });
      lookLater();
    }
  }, [params, shown, write, lookLater]);
  const settle = useCallback(() => {
    const patch = { ...unshown(params, latest.current), ...take() };
    const serialize = createSerializer<ParserMap>(params);
    const address = serialize(window.location.href, patch);
    if (address !== serialize(window.location.href, {})) window.history.replaceState(null, "", address);
  }, [params, take]);
  useEffect(() => {
    const onStep = () => {
      take();
      ask(createLoader(params)(window.location.search), latest.current);
    };
    // A write to the address while a page is being opened would stop the opening.
    const onOpening = () => {
      settle();
      for (const name of Object.keys(params)) asked.delete(name);
    };
    // What a link does before it opens its page may read the address.
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest("a[href]") !== null) onOpening();
    };
    window.addEventListener("popstate", onStep);
    document.addEventListener("click", onClick, true);
    const unwatch = watchOpenings(onOpening);
    return () => {
      window.removeEventListener("popstate", onStep);
      document.removeEventListener("click", onClick, true);
      unwatch();
    };
  }, [params, settle, take]);
  const set: SetUrlState<Params> = useCallback(
    (patch, { afterMs, ...how } = {}) => {
      const change = (all: Patch<Params>) => {
        const whole = { ...unshown(params, latest.current), ...all };
        ask(whole, latest.current);
        write(whole, how);
        lookLater();
      };
      if (afterMs === undefined) change({ ...take(), ...patch });
      else hold(patch, afterMs, change);
    },
    [params, write, hold, take, lookLater],
  );
  const waiting = useCallback(() => ({ ...unshown(params, latest.current), ...peek() }), [params, peek]);
  useLeftState(params, waiting, set);
  const current = useMemo(() => (held === null ? state : { ...state, ...held }), [state, held]);
  return [current, set, settle];
}
