/** How long a page may take to open until the address can be written again. */
const OPENING_MS = 5_000;

interface Opening {
  /** The address that is left. It stands until the other page is there. */
  readonly from: string;
  readonly at: number;
}

let opening: Opening | null = null;
const watchers = new Set<() => void>();

/**
 * Next calls it when it begins to open a page: by a link, by a key, or by a step back. Whatever waits to be written to the
 * address is written now, because a later write would stop the opening.
 */
export function onRouterTransitionStart(url: string, type: "push" | "replace" | "traverse"): void {
  opening = null;
  if (type === "traverse" || addressOf(url) === addressOf("")) return;
  for (const watcher of watchers) watcher();
  opening = { from: addressOf(""), at: Date.now() };
}

/** Calls the watcher before another page is opened. @returns a function that ends it */
export function watchOpenings(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
}

/** Runs a write to the address, or drops it while another page is being opened. */
export function unlessOpening(write: () => void): void {
  if (!isOpening()) write();
}

function isOpening(): boolean {
  return opening !== null && opening.from === addressOf("") && Date.now() - opening.at < OPENING_MS;
}

/** The part of an address that the server answers. */
function addressOf(url: string): string {
  const { origin, pathname, search } = new URL(url, window.location.href);
  return `${origin}${pathname}${search}`;
}
