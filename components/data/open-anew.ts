/** Opens a page as if the tab were new: what was fetched for another person or project is forgotten. */
export function openAnew(path: string): void {
  window.location.assign(path);
}
