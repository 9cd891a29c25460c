/** Loads a page without the cache of this tab, which belongs to another person or project. */
export function openAnew(path: string): void {
  window.location.assign(path);
}
