import { useEffect, useState } from "react";
import { useCommands } from "../commands/use-commands";
import { makeLater } from "../ui/later";
import { Modal } from "../ui/modal";
import { sharingBegan } from "../data/share-next";
import type { Content, ShareSubject } from "./use-last-look";

const ShareForm = makeLater(() => import("./share-form"));

interface Props {
  sessionId: string;
  subjects: () => readonly ShareSubject[];
  label?: string;
  className?: string;
  /** Whether it opens by itself, with masked texts chosen. */
  begins?: boolean;
  /** Whether the key for sharing opens it. */
  hasKey?: boolean;
}

export function ShareDialog({
  sessionId,
  subjects,
  label = "Share…",
  className = "btn btn-primary",
  begins = false,
  hasKey = false,
}: Props) {
  const [open, setOpen] = useState(begins);
  const [content] = useState<Content>(begins ? "masked" : "off");
  useCommands(hasKey ? { share: () => setOpen(true) } : {});
  useEffect(() => {
    if (begins) sharingBegan();
  }, [begins]);
  return (
    <Modal
      wide="full"
      title="Share a snapshot"
      description="Frozen as it is now. Whoever has the link can look, without signing in, at this and nothing else."
      open={open}
      onOpen={setOpen}
      loadAhead={ShareForm.loadAhead}
      trigger={
        <button type="button" className={className}>
          {label}
        </button>
      }
    >
      <ShareForm
        sessionId={sessionId}
        subjects={subjects}
        content={content}
        waiting={<p role="status">Opening…</p>}
        onFailed={() => setOpen(false)}
      />
    </Modal>
  );
}
