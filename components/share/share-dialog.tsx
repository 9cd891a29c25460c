import { lazy, Suspense, useState } from "react";
import { Modal } from "../ui/modal";
import type { ShareSubject } from "./use-last-look";

const ShareForm = lazy(() => import("./share-form"));

interface Props {
  sessionId: string;
  subjects: () => readonly ShareSubject[];
  label?: string;
  className?: string;
}

export function ShareDialog({ sessionId, subjects, label = "Share…", className = "btn btn-primary" }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Modal
      wide="full"
      title="Share a snapshot"
      description="Frozen as it is now. Whoever has the link can look, without signing in, at this and nothing else."
      open={open}
      onOpen={setOpen}
      trigger={
        <button type="button" className={className}>
          {label}
        </button>
      }
    >
      <Suspense fallback={<p role="status">Opening…</p>}>
        <ShareForm sessionId={sessionId} subjects={subjects} />
      </Suspense>
    </Modal>
  );
}
