"use client";

import { CircleHelp } from "lucide-react";
import { useState } from "react";
import { useCommands } from "../commands/use-commands";
import { makeLater } from "../ui/later";
import { Modal } from "../ui/modal";

const HelpList = makeLater(() => import("./help-list"));

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
      loadAhead={HelpList.loadAhead}
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
      <HelpList hasTour={hasTour} onLeave={() => setOpen(false)} onFailed={() => setOpen(false)} />
    </Modal>
  );
}
