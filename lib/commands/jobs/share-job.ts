import { z } from "zod";
import { previewBody } from "@/lib/api/endpoints/shares";
import { redactSnapshot } from "@/lib/queries/shares/redacted";
import { keepRedaction } from "../shares/redactions";
import type { SavedKind } from "./saved-kind";

const requestSchema = z.object({ session: z.string(), subject: previewBody });

export const shareJob: SavedKind = {
  run: async (db, job, progress) => {
    const { session, subject } = requestSchema.parse(job.request);
    const made = await redactSnapshot(db, job.projectId, session, subject, (done, of) =>
      progress.note(done, of),
    );
    await keepRedaction({ ctx: { db }, input: { job, session, made } });
    return null;
  },
};
