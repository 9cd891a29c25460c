import { Dialog } from "@base-ui/react/dialog";
import type { ReactElement, ReactNode } from "react";

interface Props {
  title: string;
  description?: ReactNode;
  trigger?: ReactElement;
  open: boolean;
  onOpen: (open: boolean) => void;
  children: ReactNode;
}

/** A dialog with a title. Its content is created again each time it opens. */
export function Modal({ title, description, trigger, open, onOpen, children }: Props) {
  return (
    <Dialog.Root open={open} onOpenChange={onOpen}>
      {trigger !== undefined && <Dialog.Trigger render={trigger} />}
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-black/30" />
        <Dialog.Popup className="fixed top-1/2 left-1/2 z-50 max-h-[90vh] w-[min(30rem,calc(100vw-2rem))] -translate-x-1/2 -translate-y-1/2 overflow-auto rounded-md bg-raised p-5 text-sm shadow-(--shadow)">
          <Dialog.Title className="text-base font-medium">{title}</Dialog.Title>
          {description !== undefined && (
            <Dialog.Description className="mt-1 text-xs text-ink-2">{description}</Dialog.Description>
          )}
          {children}
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  );
}

export function ModalClose({ children }: { children: ReactNode }) {
  return <Dialog.Close className="btn">{children}</Dialog.Close>;
}
