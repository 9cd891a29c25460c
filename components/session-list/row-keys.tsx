import { useCommands } from "../commands/use-commands";

/** The link or button of each row that is in the layout now. */
export const rowLinks = () =>
  [...document.querySelectorAll<HTMLElement>("[data-row]")].filter((link) => link.checkVisibility());

/** `onSelect` gets the row to select or to deselect. */
export function RowKeys({ onSelect }: { onSelect?: (id: string) => void }) {
  const move = (by: number) => {
    const links = rowLinks();
    const at = links.findIndex((link) => link === document.activeElement);
    const next = links[Math.max(0, Math.min(links.length - 1, at + by))];
    next?.focus();
  };
  /** Where no row has the focus, the page scrolls. */
  const step = (by: number) =>
    rowLinks().some((link) => link === document.activeElement) ? move(by) : false;
  useCommands({
    next: () => move(1),
    previous: () => move(-1),
    nextRow: () => step(1),
    previousRow: () => step(-1),
    nextTen: () => move(10),
    previousTen: () => move(-10),
    search: () => document.querySelector<HTMLInputElement>("[data-search]")?.focus(),
    ...(onSelect !== undefined && {
      select: () => {
        const id =
          document.activeElement instanceof HTMLElement ? document.activeElement.dataset.row : undefined;
        if (id === undefined || id === "true" || id === "") return false;
        onSelect(id);
      },
    }),
  });
  return null;
}
