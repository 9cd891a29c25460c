"use client";

import { useRouter } from "next/navigation";
import { apiWrite } from "@/lib/api/request/request";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { useMayWrite } from "../session/may-write";
import { Refusal } from "../ui/refusal";

interface Props {
  sessionId: string;
  code: string;
  turn: number;
  className: string;
}

/**
 * Turns a finding into an incident in one action. The incident takes the finding's sentence, severity and turns. Its
 * first note says what to do. Shows nothing to a reader without write access.
 */
export function MakeIncident({ sessionId, code, turn, className }: Props) {
  const { busy, error, run } = useAction();
  const router = useRouter();
  const promote = () =>
    run(async () => {
      const body = { finding: { code, turn } };
      const { id } = await sendJson(
        apiWrite("POST", "/api/v1/sessions/{id}/incidents", { id: sessionId }, { body }),
      );
      router.push(`/sessions/${sessionId}/incidents/${id}?turn=${turn}`);
    });
  if (!useMayWrite()) return null;
  return (
    <>
      <button type="button" className={className} disabled={busy} onClick={() => void promote()}>
        Make an incident
      </button>
      <Refusal message={error} />
    </>
  );
}
