const KEY = "sightglass.left";
/** A page that is loaded again is there within this time. */
const LOADED_WITHIN_MS = 30_000;
/** All that waits on one page is kept in the same moment. */
const MOMENT_MS = 1_000;

interface LeftState {
  readonly path: string;
  readonly at: number;
  /** The parameters as the page showed them, whether its address had them or not. */
  readonly search: string;
}

/**
 * Keeps what a page showed when it was left. A browser that loads a page again takes the address from the moment in which
 * that was asked for, and drops what was written to it afterwards.
 * @param write adds to an address what is still to be written to it
 */
export function keepLeft(write: (address: string) => string): void {
  const { pathname: path, search } = window.location;
  const left: LeftState = {
    path,
    at: Date.now(),
    search: write(readLeft(MOMENT_MS)?.search ?? search),
  };
  try {
    sessionStorage.setItem(KEY, JSON.stringify(left));
  } catch {
    // A browser that keeps nothing comes back to the address as it is.
  }
}

/** What this page showed when it was left to be loaded again; `null` where it was opened in another way. */
export function findLeft(): URLSearchParams | null {
  const isLoadedAgain = performance
    .getEntriesByType("navigation")
    .some((entry) => "type" in entry && entry.type === "reload");
  const left = isLoadedAgain ? readLeft(LOADED_WITHIN_MS) : null;
  return left === null ? null : new URLSearchParams(left.search);
}

function readLeft(withinMs: number): LeftState | null {
  try {
    const left = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as LeftState | null;
    const isOfThis = left?.path === window.location.pathname && Date.now() - left.at < withinMs;
    return isOfThis ? left : null;
  } catch {
    return null;
  }
}
