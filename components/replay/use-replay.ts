import type { ReplayInput } from "@/lib/view/answers";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import type { PolicyChoiceInput } from "@/lib/view/replay/replay-input";
import type { PriceTable } from "@/lib/core/models/prices";
import { replayRead } from "@/lib/view/views/replay";
import { makeApiWrite } from "@/lib/api/request/request";
import { useRead } from "../data/reader";
import { sendJson } from "../data/send-json";

const POLL_MS = 700;

export interface ReplayAsked {
  readonly policies: readonly PolicyChoiceInput[];
  readonly budget?: number | undefined;
  readonly prices?: PriceTable | undefined;
}

export function useReplay(sessionId: string, run: string | null, initial: ReplayInput | null) {
  const read = useRead();
  return useQuery({
    queryKey: ["replay", sessionId, run],
    queryFn: ({ signal }) => read(replayRead(sessionId, run ?? ""), signal),
    enabled: run !== null,
    ...(initial !== null && initial.id === run && { initialData: initial }),
    refetchInterval: ({ state }) => (state.data?.status === "running" ? POLL_MS : false),
  });
}

/** `onSaved` gets the replay, finished or running. */
export function useRun(sessionId: string, onSaved: (saved: ReplayInput) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: ReplayAsked) =>
      sendJson(makeApiWrite("POST", "/api/v1/sessions/{id}/replay", { id: sessionId }, { body: request })),
    onSuccess: (saved) => {
      client.setQueryData(["replay", sessionId, saved.id], saved);
      onSaved(saved);
    },
  });
}

/** Finished results stay. */
export function useCancel(sessionId: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      sendJson(
        makeApiWrite("DELETE", "/api/v1/sessions/{id}/replays/{replayId}", { id: sessionId, replayId: id }),
      ),
    onSuccess: (saved) => client.setQueryData(["replay", sessionId, saved.id], saved),
  });
}

interface Checked {
  readonly problems: readonly { path: string; message: string }[];
  readonly warnings: readonly { path: string; message: string }[];
}

export function useChoiceCheck(choice: PolicyChoiceInput): Checked {
  const { data } = useQuery({
    queryKey: ["policy-check", choice],
    queryFn: ({ signal }) =>
      sendJson(makeApiWrite("POST", "/api/v1/policies/check", {}, { body: { policies: [choice] } }), signal),
    placeholderData: (before) => before,
    staleTime: Infinity,
  });
  return data?.policies[0] ?? { problems: [], warnings: [] };
}
