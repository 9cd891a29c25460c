import { useEffect, useRef, useSyncExternalStore } from "react";
import type { ComponentType, ReactNode } from "react";
import { toast } from "../data/toast-store";

interface LaterProps {
  /** Shown until the code is there. */
  readonly waiting?: ReactNode;
  readonly onFailed?: () => void;
}

/**
 * A part whose code is loaded when it is first wanted, or ahead of that. It stands as soon as its code is there: what React's own
 * `lazy` loads is held back for a third of a second, and longer for one inside another, as if the press had been lost. It is for
 * what only a person opens, since a server draws nothing of it.
 */
export function makeLater<Props extends object>(load: () => Promise<{ default: ComponentType<Props> }>) {
  let loaded: ComponentType<Props> | null = null;
  let loading: Promise<unknown> | null = null;
  const watchers = new Set<() => void>();
  const watch = (watcher: () => void) => {
    watchers.add(watcher);
    return () => void watchers.delete(watcher);
  };
  const loadOnce = () =>
    (loading ??= load().then(
      ({ default: part }) => {
        loaded = part;
        for (const watcher of watchers) watcher();
      },
      (problem: unknown) => {
        loading = null;
        throw problem;
      },
    ));
  /** Somebody is about to want it. */
  const loadAhead = () => void loadOnce().catch(() => undefined);

  function Later({ waiting = null, onFailed, ...props }: Props & LaterProps) {
    const Part = useSyncExternalStore(
      watch,
      () => loaded,
      () => null,
    );
    const failed = useRef(onFailed);
    useEffect(() => {
      failed.current = onFailed;
    });
    useEffect(() => {
      loadOnce().catch(() => {
        toast("This could not be loaded: the server has another version, or cannot be reached.", {
          label: "Load the page again",
          run: () => location.reload(),
        });
        failed.current?.();
      });
    }, []);
    // What is left without the two is the part's own.
    return Part === null ? waiting : <Part {...(props as unknown as Props)} />;
  }
  return Object.assign(Later, { loadAhead });
}
