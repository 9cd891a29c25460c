import type { ParserMap } from "nuqs";
import { createLoader, createSerializer } from "nuqs";
import { useEffect } from "react";
import { findLeft, keepLeft } from "./left-state";

/**
 * A page that is loaded again goes on with what it showed, where its address had not been written by then.
 * @param waiting gets what is still to be written
 */
export function useLeftState<Patch extends object>(
  params: ParserMap,
  waiting: () => Patch,
  set: (patch: Patch, how: { readonly history: "replace" }) => void,
): void {
  useEffect(() => {
    const onLeave = () => {
      const serialize = createSerializer(params);
      keepLeft((address) => serialize(address, waiting()));
    };
    window.addEventListener("pagehide", onLeave);
    return () => window.removeEventListener("pagehide", onLeave);
  }, [params, waiting]);
  useEffect(() => {
    const left = findLeft();
    const here = new URLSearchParams(window.location.search);
    const names = Object.keys(params).filter((name) => left !== null && left.get(name) !== here.get(name));
    if (left === null || names.length === 0) return;
    const values = createLoader(params)(left);
    const patch = Object.fromEntries(names.map((name) => [name, values[name]]));
    set(patch as Patch, { history: "replace" });
  }, [params, set]);
}
