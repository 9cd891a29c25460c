import type { TaskCall } from "@/lib/pipeline/worker/tasks";
import { z } from "zod";
import { replayRequestSchema } from "@/lib/api/endpoints/replays";
import { listChosen } from "./choices";
import { runReplay } from "./run-replay";

const payloadSchema = z.object({ session: z.string(), id: z.string() });

/**
 * Skips a replay that was cancelled or finished meanwhile. Starts one again that a worker left unfinished.
 */
export async function replayTask({ ctx: { db, signal }, input: payload }: TaskCall): Promise<void> {
  const { session: sessionId, id } = payloadSchema.parse(payload);
  const [saved, row] = await Promise.all([
    db.replay.findFirst({ where: { sessionId, id } }),
    db.session.findFirst({ where: { sessionId } }),
  ]);
  if (saved?.status !== "running" || row === null) return;
  const request = replayRequestSchema.parse(saved.request);
  await runReplay({
    ctx: { db, signal },
    input: { row, id, request, choices: listChosen(request.policies) },
  });
}
