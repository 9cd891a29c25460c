import { Menu } from "@base-ui/react/menu";
import type { RefObject } from "react";

export interface MenuEntry {
  readonly label: string;
  /** An entry without it does something and closes the menu. */
  readonly checked?: boolean;
  readonly onPick: () => void;
}

export interface MenuBoxProps {
  readonly entries: readonly MenuEntry[];
  readonly anchor: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

const ENTRY = "flex cursor-default items-center gap-2 px-3 py-1 data-[highlighted]:bg-sunken";

export default function MenuBox({ entries, anchor, open, onOpen }: MenuBoxProps) {
  return (
    <Menu.Root open={open} onOpenChange={onOpen}>
      <Menu.Portal>
        <Menu.Positioner anchor={anchor} align="end" sideOffset={4} className="z-40">
          <Menu.Popup
            finalFocus={anchor}
            className="min-w-44 rounded-md bg-raised py-1 text-xs shadow-(--shadow)"
          >
            {entries.map(({ label, checked, onPick }) =>
              checked === undefined ? (
                <Menu.Item key={label} className={ENTRY} onClick={onPick}>
                  {label}
                </Menu.Item>
              ) : (
                <Menu.CheckboxItem
                  key={label}
                  checked={checked}
                  closeOnClick={false}
                  className={ENTRY}
                  onCheckedChange={onPick}
                >
                  <span aria-hidden className="w-3">
                    {checked ? "✓" : ""}
                  </span>
                  {label}
                </Menu.CheckboxItem>
              ),
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
