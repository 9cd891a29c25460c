import type { ReplayInput } from "@/lib/view/answers";
import { useRef, useState } from "react";
import type { ReplayBatchItem } from "@/lib/view/replay/batch";
import type { PolicyChoiceInput } from "@/lib/view/replay/replay-input";
import { RECORDED_CHOICE } from "@/lib/view/replay/replay-input";
import { replayRead } from "@/lib/view/views/replay";
import { makeApiWrite } from "@/lib/api/request/request";
import { readApi } from "../data/read-api";
import { sendJson } from "../data/send-json";

const POLL_MS = 1_000;

export function useBatch(sessions: readonly { readonly id: string; readonly name: string }[]) {
  const [items, setItems] = useState<readonly ReplayBatchItem[]>(() =>
    sessions.map(({ id, name }) => ({ id, name, state: "waiting", message: "", replay: null })),
  );
  const [running, setRunning] = useState(false);
  const stop = useRef<AbortController | null>(null);

  const run = async (choice: PolicyChoiceInput) => {
    const control = new AbortController();
    stop.current = control;
    setRunning(true);
    const note = (id: string, patch: Partial<ReplayBatchItem>) =>
      setItems((all) => all.map((item) => (item.id === id ? { ...item, ...patch } : item)));
    for (const { id } of sessions) note(id, { state: "waiting", message: "", replay: null });
    for (const { id } of sessions) {
      if (control.signal.aborted) break;
      note(id, { state: "running" });
      try {
        const replay = await replayOne(id, choice, control.signal);
        note(id, { state: "done", replay });
      } catch (error) {
        const message = error instanceof Error ? error.message : "it could not be replayed";
        note(id, control.signal.aborted ? { state: "waiting" } : { state: "failed", message });
      }
    }
    setRunning(false);
  };
  return { items, running, run, cancel: () => stop.current?.abort() };
}

async function replayOne(id: string, choice: PolicyChoiceInput, signal: AbortSignal): Promise<ReplayInput> {
  const policies = [RECORDED_CHOICE, choice];
  let replay: ReplayInput = await sendJson(
    makeApiWrite("POST", "/api/v1/sessions/{id}/replay", { id }, { body: { policies } }),
    signal,
  );
  while (replay.status === "running") {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
    replay = await readApi(replayRead(id, replay.id), signal);
  }
  if (replay.status !== "done") throw new Error(replay.message ?? replay.status);
  return replay;
}
