"use client";

import { Flag } from "lucide-react";
import { usePathname, useRouter, useSearchParams } from "next/navigation";
import { useState } from "react";
import type { SessionExtent } from "@/lib/view/incident/extent";
import { turnOfAddress } from "@/lib/view/questions/links";
import { parseAsTurnRange } from "@/lib/view/url-state";
import { problemWords } from "@/lib/view/format/problem-words";
import { apiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { say } from "../data/toast-store";
import { useAction } from "../data/use-action";
import { useCommands } from "../commands/use-commands";
import { Modal } from "../ui/modal";
import { ModalForm } from "../ui/modal-form";
import { INCIDENT_LABELS, IncidentFields, incidentOf } from "./incident-fields";

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
  const { busy, error, problems, run } = useAction();
  const refusal = problemWords(problems, INCIDENT_LABELS) ?? error;
  const router = useRouter();
  const range = useShownRange(whole);
  useCommands({ mark: () => setOpen(true) });
  const save = (data: FormData) =>
    run(async () => {
      const body = incidentOf(data);
      const { id } = await sendJson(
        apiWrite("POST", "/api/v1/sessions/{id}/incidents", { id: sessionId }, { body }),
      );
      setOpen(false);
      say(`Incident “${body.title}” marked`);
      router.push(`/sessions/${sessionId}/incidents/${id}`);
    });
  return (
    <Modal
      title="Mark an incident"
      description="A range of this session with a title. You can add notes, export it and share it."
      open={open}
      onOpen={setOpen}
      trigger={
        <button type="button" className="btn print:hidden" title="Mark what is shown as an incident (m)">
          <Flag size={13} aria-hidden />
          <span className="max-sm:sr-only">Mark incident</span>
        </button>
      }
    >
      <ModalForm verb="Mark" busy={busy} error={refusal} onSave={(data) => void save(data)}>
        <IncidentFields
          draft={{ title: "", severity: "warning", outcome: outcome ?? "unknown", ...range }}
          whole={whole}
        />
      </ModalForm>
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
