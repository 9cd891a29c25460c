import { useQuery, useQueryClient } from "@tanstack/react-query";
import type { KeyboardEvent } from "react";
import { makeApiRead, makeApiWrite } from "@/lib/api/request/request";
import type { PersonVerdict } from "@/lib/core/findings/counted";
import type { SaidOfFinding } from "@/lib/view/findings/verdict-words";
import { describeConfirmed, VERDICT_CHOICES } from "@/lib/view/findings/verdict-words";
import { keyName } from "../commands/keys";
import { readApi } from "../data/read-api";
import { useFrozen } from "../data/reader";
import { sendJson } from "../data/send-json";
import type { Action } from "../data/use-action";
import { useAction } from "../data/use-action";

export interface VerdictAction extends Pick<Action, "busy" | "error"> {
  /** `null` takes it back. */
  readonly say: (verdict: PersonVerdict | null, note?: string) => Promise<void>;
}

export function useVerdict(sessionId: string, finding: string): VerdictAction {
  const { busy, error, run } = useAction();
  const queries = useQueryClient();
  const params = { id: sessionId, finding };
  const say = (verdict: PersonVerdict | null, note = "") =>
    run(async () => {
      const path = "/api/v1/sessions/{id}/findings/{finding}/verdict";
      await (verdict === null
        ? sendJson(makeApiWrite("DELETE", path, params))
        : sendJson(makeApiWrite("PUT", path, params, { body: { verdict, note } })));
      await Promise.all([
        queries.invalidateQueries({ queryKey: ["findings", sessionId] }),
        queries.invalidateQueries({ queryKey: ["judged", sessionId] }),
        queries.invalidateQueries({ queryKey: ["precision"] }),
      ]);
    });
  return { busy, error, say };
}

/** For the element of a finding: while something in it has the focus, one key says whether the finding is true. */
export function verdictKeys({ busy, say }: VerdictAction, verdict: SaidOfFinding | null) {
  return (event: KeyboardEvent<HTMLElement>): void => {
    if (event.target instanceof HTMLInputElement) return;
    const choice = VERDICT_CHOICES.find(({ key }) => key === keyName(event));
    if (choice === undefined) return;
    event.preventDefault();
    if (!busy) void say(verdict?.verdict === choice.verdict ? null : choice.verdict, verdict?.note);
  };
}

/** How often people confirmed a rule in this project. A share does not know; it says nothing. */
export function usePrecision(): (code: string) => string | null {
  const frozen = useFrozen();
  const { data } = useQuery({
    queryKey: ["precision"],
    enabled: !frozen,
    queryFn: ({ signal }) => readApi(makeApiRead("/api/v1/precision", {}), signal),
  });
  return (code) =>
    data === undefined ? null : describeConfirmed(data.rules.find((rule) => rule.code === code));
}
