import { useRouter } from "next/navigation";
import type { SessionExtent } from "@/lib/view/incident/extent";
import { describeProblem } from "@/lib/view/format/problem-words";
import { makeApiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { toast } from "../data/toast-store";
import { useAction } from "../data/use-action";
import { ModalForm } from "../ui/modal-form";
import { shareNext } from "../data/share-next";
import type { IncidentDraft } from "@/lib/view/incident/edits";
import { INCIDENT_LABELS, IncidentFields, incidentOf } from "./incident-fields";

interface Props {
  sessionId: string;
  draft: IncidentDraft;
  whole: SessionExtent;
  onDone: () => void;
}

export default function MarkForm({ sessionId, draft, whole, onDone }: Props) {
  const { busy, error, problems, run } = useAction();
  const router = useRouter();
  const save = (data: FormData, shares: boolean) =>
    run(async () => {
      const body = incidentOf(data);
      const { id } = await sendJson(
        makeApiWrite("POST", "/api/v1/sessions/{id}/incidents", { id: sessionId }, { body }),
      );
      onDone();
      if (shares) shareNext(id);
      toast(`Incident “${body.title}” marked`);
      router.push(`/sessions/${sessionId}/incidents/${id}`);
    });
  return (
    <ModalForm
      verb="Mark"
      further="Mark and share it, masked…"
      busy={busy}
      error={describeProblem(problems, INCIDENT_LABELS) ?? error}
      onSave={(data, shares) => void save(data, shares)}
    >
      <IncidentFields draft={draft} whole={whole} />
    </ModalForm>
  );
}
