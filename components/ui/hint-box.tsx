import { Popover } from "@base-ui/react/popover";
import type { RefObject } from "react";

export interface HintBoxProps {
  readonly hint: string;
  readonly anchor: RefObject<HTMLElement | null>;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

export default function HintBox({ hint, anchor, open, onOpen }: HintBoxProps) {
  return (
    <Popover.Root open={open} onOpenChange={onOpen}>
      <Popover.Portal>
        <Popover.Positioner anchor={anchor} sideOffset={4} className="z-50">
          <Popover.Popup
            initialFocus={false}
            className="max-w-72 rounded-md bg-raised px-3 py-2 text-xs text-ink shadow-(--shadow)"
          >
            <Popover.Description>{hint}</Popover.Description>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}
