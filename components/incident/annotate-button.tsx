"use client";

import { useState } from "react";
import { useMayWrite } from "../session-frame/may-write";
import type { ModalTrigger } from "../ui/modal";
import { makeLater } from "../ui/later";
import { Modal } from "../ui/modal";
import type { PinTarget } from "./annotate-fields";

const AnnotateFields = makeLater(() => import("./annotate-fields"));

interface Props {
  sessionId: string;
  pin: PinTarget;
  name: string;
  className?: string;
}

export function AnnotateButton({ sessionId, pin, name, className = LINK }: Props) {
  const [open, setOpen] = useState(false);
  const trigger = (
    <button type="button" className={className}>
      Annotate
    </button>
  );
  if (!useMayWrite()) return null;
  return <AnnotateDialog {...{ sessionId, pin, name, trigger, open }} onOpen={setOpen} />;
}

const LINK = "text-accent underline-offset-2 hover:underline print:hidden";

interface DialogProps extends Omit<Props, "className"> {
  trigger?: ModalTrigger;
  open: boolean;
  onOpen: (open: boolean) => void;
}

export function AnnotateDialog({ sessionId, pin, name, trigger, open, onOpen }: DialogProps) {
  return (
    <Modal
      title="Annotate"
      description={
        <span dir="auto">
          A note pinned to {name}, turn {pin.turn}.
        </span>
      }
      open={open}
      onOpen={onOpen}
      loadAhead={AnnotateFields.loadAhead}
      {...(trigger !== undefined && { trigger })}
    >
      {open && (
        <AnnotateFields
          sessionId={sessionId}
          pin={pin}
          onDone={() => onOpen(false)}
          onFailed={() => onOpen(false)}
        />
      )}
    </Modal>
  );
}
