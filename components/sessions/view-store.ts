/** Saved views in the browser's local storage. The JSON text is the snapshot that React compares. */
const KEY = "sightglass.views";
const listeners = new Set<() => void>();

interface View {
  readonly name: string;
  readonly query: string;
}

export function savedViewsNow(): string {
  const text = localStorage.getItem(KEY);
  return text !== null && isViews(text) ? text : "[]";
}

export function onSavedViews(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

/** Saves a view under a name and replaces an older view of that name. @param query the query of its address */
export function saveView(name: string, query: string): void {
  const others = viewsNow().filter((view) => view.name !== name);
  store([...others, { name, query }].toSorted((a, b) => a.name.localeCompare(b.name)));
}

export function forgetView(name: string): void {
  store(viewsNow().filter((view) => view.name !== name));
}

function viewsNow(): readonly View[] {
  return JSON.parse(savedViewsNow()) as readonly View[];
}

function store(views: readonly View[]): void {
  localStorage.setItem(KEY, JSON.stringify(views));
  for (const listener of listeners) listener();
}

function isViews(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return (
      Array.isArray(value) &&
      value.every(
        (view: unknown) =>
          typeof view === "object" &&
          view !== null &&
          typeof (view as View).name === "string" &&
          typeof (view as View).query === "string",
      )
    );
  } catch {
    return false;
  }
}
