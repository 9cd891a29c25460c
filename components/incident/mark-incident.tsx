"use client";

import { Flag } from "lucide-react";
import { usePathname, useSearchParams } from "next/navigation";
import { useState } from "react";
import type { SessionExtent } from "@/lib/view/incident/extent";
import { turnOfAddress } from "@/lib/view/questions/links";
import { parseAsTurnRange } from "@/lib/view/url-state";
import { useCommands } from "../commands/use-commands";
import { makeLater } from "../ui/later";
import { Modal } from "../ui/modal";

const MarkForm = makeLater(() => import("./mark-form"));

interface Props {
  sessionId: string;
  whole: SessionExtent;
  outcome: string | null;
}

/**
 * Creates an incident from any view. Its range is the range in view, else the turns up to the cursor, else the whole
 * session.
 */
export function MarkIncident({ sessionId, whole, outcome }: Props) {
  const [open, setOpen] = useState(false);
  const range = useShownRange(whole);
  useCommands({ mark: () => setOpen(true) });
  return (
    <Modal
      title="Mark an incident"
      description="A range of this session with a title. You can add notes, export it and share it."
      open={open}
      onOpen={setOpen}
      loadAhead={MarkForm.loadAhead}
      trigger={
        <button type="button" className="btn print:hidden" title="Mark what is shown as an incident (m)">
          <Flag size={13} aria-hidden />
          <span className="max-sm:sr-only">Mark incident</span>
        </button>
      }
    >
      <MarkForm
        sessionId={sessionId}
        draft={{ title: "", severity: "warning", outcome: outcome ?? "unknown", ...range }}
        whole={whole}
        onDone={() => setOpen(false)}
        onFailed={() => setOpen(false)}
      />
    </Modal>
  );
}

/** Read from the address: all views use the same parameters for range and cursor. */
export function useShownRange(whole: { from: number; to: number }): { from: number; to: number } {
  const pathname = usePathname();
  const search = useSearchParams();
  const within = (turn: number) => Math.max(whole.from, Math.min(whole.to, turn));
  const range = parseAsTurnRange.parse(search.get("r") ?? "");
  if (range !== null) return { from: within(range.from), to: within(range.to) };
  const cursor = turnOfAddress(pathname, search.toString());
  return { from: whole.from, to: cursor === null ? whole.to : within(cursor) };
}
