import { unstable_createAdapterProvider as createAdapterProvider } from "nuqs/adapters/custom";
import type { unstable_AdapterInterface as Adapter } from "nuqs/adapters/custom";
import { createContext, useContext, useRef, useState } from "react";
import type { ReactNode } from "react";

interface State {
  readonly search: URLSearchParams;
  readonly latest: () => URLSearchParams;
  readonly update: (search: URLSearchParams) => void;
}

const StateContext = createContext<State | null>(null);

function useFrozenState(): Adapter {
  const state = useContext(StateContext);
  if (state === null) throw new Error("a shared view needs its state around it");
  return {
    searchParams: state.search,
    getSearchParamsSnapshot: state.latest,
    updateUrl: (search) => state.update(search),
  };
}

const StateAdapter = createAdapterProvider(useFrozenState);

/** The state of a shared view. It starts as shared and changes in this window only; the address never changes. */
export function FrozenState({ search, children }: { search: string; children: ReactNode }) {
  const [now, setNow] = useState(() => new URLSearchParams(search));
  const latest = useRef(now);
  const update = (next: URLSearchParams) => {
    latest.current = new URLSearchParams(next);
    setNow(latest.current);
  };
  return (
    <StateContext value={{ search: now, latest: () => latest.current, update }}>
      <StateAdapter>{children}</StateAdapter>
    </StateContext>
  );
}
