import { Dialog } from "@base-ui/react/dialog";
import type { KeyboardEvent, ReactNode } from "react";
import { useRef } from "react";

export interface ModalBoxProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly wide?: boolean | "full";
  readonly focusTitle?: boolean;
  readonly onKey?: (event: KeyboardEvent) => void;
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly children: ReactNode;
}

const WIDTH: Readonly<Record<string, string>> = {
  false: "w-[min(30rem,calc(100vw-2rem))]",
  true: "w-[min(40rem,calc(100vw-2rem))]",
  full: "w-[min(96rem,calc(100vw-1rem))]",
};

export default function ModalBox(props: ModalBoxProps) {
  const { title, description, wide = false, focusTitle = false, onKey, open, onOpen, children } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <Dialog.Root open={open} onOpenChange={onOpen}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup
          {...(onKey !== undefined && { onKeyDown: onKey })}
          {...(focusTitle && { initialFocus: heading })}
          className={`fixed top-1/2 left-1/2 z-50 max-h-[90vh] ${WIDTH[String(wide)]} -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-md bg-raised p-5 text-sm shadow-(--shadow)`}
        >
          <Dialog.Title ref={heading} tabIndex={-1} className="text-base font-medium outline-none">
            {title}
          </Dialog.Title>
          {description !== undefined && (
            <Dialog.Description className="mt-1 text-xs text-ink-2">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}
