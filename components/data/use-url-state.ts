"use client";

import { useSearchParams } from "next/navigation";
import type { ParserMap, UseQueryStatesOptions, Values } from "nuqs";
import { createSerializer, useQueryStates } from "nuqs";
import { useCallback, useEffect, useRef } from "react";

type Patch<Params extends ParserMap> = {
  readonly [Name in keyof Params]?: Values<Params>[Name] | null;
};

/** Changes a part of the state; `null` takes a parameter out of the address. */
export type SetUrlState<Params extends ParserMap> = (
  patch: Patch<Params>,
  options?: { readonly history?: "push" | "replace" },
) => void;

/** How long a change is carried along where the router never shows it: longer than a slow machine takes. */
const CARRIED_MS = 5_000;

/**
 * State that the address keeps. While the router still works on one change it may put the address of that change back
 * over a later one: so each change carries along what was changed shortly before, until the router shows it.
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
    (patch, how) => {
      const now = Date.now();
      const before = now - asked.current.at < CARRIED_MS ? asked.current.patch : {};
      asked.current = { patch: { ...before, ...patch }, at: now };
      void setState(asked.current.patch as Parameters<typeof setState>[0], how);
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
