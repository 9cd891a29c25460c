"use client";

import { useRouter } from "next/navigation";
import { sendJson } from "../data/send-json";
import { useAction } from "../data/use-action";
import { Refusal } from "../ui/refusal";

interface Props {
  sessionId: string;
  code: string;
  /** The first turn of the finding. */
  turn: number;
  /** As a link in a line of text. */
  quiet?: boolean;
}

/** Makes a finding an incident, in one action. */
export function PromoteFinding({ sessionId, code, turn, quiet = false }: Props) {
  const { busy, error, run } = useAction();
  const router = useRouter();
  const promote = () =>
    run(async () => {
      const body = { finding: { code, turn } };
      const { id } = await sendJson<{ id: string }>("POST", `/api/v1/sessions/${sessionId}/incidents`, body);
      router.push(`/sessions/${sessionId}/incidents/${id}`);
    });
  return (
    <>
      <button
        type="button"
        className={quiet ? "ml-2 text-2xs text-ink-2 underline underline-offset-2 hover:text-ink" : "btn"}
        disabled={busy}
        onClick={() => void promote()}
      >
        Make an incident
      </button>
      <Refusal message={error} />
    </>
  );
}
