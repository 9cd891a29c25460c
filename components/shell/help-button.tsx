"use client";

import { CircleHelp } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useCommands } from "../commands/use-commands";
import { Modal } from "../ui/modal";

const HelpList = lazy(() => import("./help-list"));

export function HelpButton({ hasTour }: { hasTour: boolean }) {
  const [open, setOpen] = useState(false);
  useCommands({ help: () => setOpen(!open) });
  return (
    <Modal
      title="Keyboard commands"
      description="What works on this page."
      focusTitle
      open={open}
      onOpen={setOpen}
      trigger={
        <button
          type="button"
          className="btn btn-quiet"
          aria-label="Keyboard commands"
          title="Keyboard commands (?)"
        >
          <CircleHelp size={14} aria-hidden />
        </button>
      }
    >
      <Suspense>
        <HelpList hasTour={hasTour} onLeave={() => setOpen(false)} />
      </Suspense>
    </Modal>
  );
}
