import { GROUPS } from "@/lib/api/endpoints";
import { retentionSchema } from "@/lib/api/endpoints/deletion";
import { setRetention } from "@/lib/commands/apply-retention";
import { changeSession } from "@/lib/commands/change-session";
import { deleteOlderThan, deleteSession } from "@/lib/commands/delete-session";
import { noteSessionExport } from "@/lib/commands/note-use";
import { getDatabase } from "@/lib/db/client";
import { streamAttachment } from "@/lib/http/attachment";
import { readJsonBody } from "@/lib/http/json-body";
import { getRetention, previewRetention } from "@/lib/queries/access/get-retention";
import { getStorage } from "@/lib/queries/access/get-storage";
import { exportSession } from "@/lib/queries/session/export-session";
import { runHeavyWork } from "@/lib/queries/reading/heavy-work";
import { answerEvictions } from "@/lib/queries/session/list-evictions";
import { searchAskedContents, listSessions } from "@/lib/queries/session-list/list-sessions";
import { awaitSession, makeProjectRead, makeSessionRead } from "@/lib/queries/reading/reading";
import { makeAnswers } from "./answers";

export const sessions = makeAnswers(GROUPS.sessions, {
  listSessions: makeProjectRead(async ({ caller: { project }, query, request }, db) => {
    const search = searchAskedContents(db, project, query, request.signal);
    await search;
    return runHeavyWork(project, request.signal, () => listSessions(db, project, query, search));
  }),

  listEvictions: makeSessionRead(
    ({ request, caller, params, query }) =>
      answerEvictions(getDatabase(), caller.project, params.id, query, request.signal),
    GROUPS.sessions.listEvictions.path,
  ),

  exportSession: async ({ caller, ctx, params, query }) => {
    await awaitSession(getDatabase(), caller.project, params.id, query.wait);
    const { externalId, publicId, text } = await exportSession(getDatabase(), caller.project, params.id);
    noteSessionExport({ ctx, input: { session: publicId } });
    return streamAttachment(`${makeFileName(externalId)}.jsonl`, "application/x-ndjson; charset=utf-8", text);
  },
});

export const sessionEdit = makeAnswers(GROUPS.sessionEdit, {
  changeSession: async ({ request, ctx, params: { id } }) => {
    const edit = await readJsonBody(request, GROUPS.sessionEdit.sessionEdit);
    return changeSession({ ctx, input: { id, ...edit } });
  },
});

export const deletion = makeAnswers(GROUPS.deletion, {
  deleteSession: async ({ ctx, params: { id } }) => ({
    deleted: await deleteSession({ ctx, input: { id } }),
  }),

  deleteSessions: async ({ ctx, query }) => ({
    deleted: await deleteOlderThan({ ctx, input: { days: query.olderThanDays } }),
  }),

  getRetention: ({ caller }) => getRetention(getDatabase(), caller.project),

  setRetention: async ({ request, ctx }) => {
    const rules = await readJsonBody(request, retentionSchema);
    await setRetention({ ctx, input: { rules } });
    return rules;
  },

  previewRetention: async ({ request, caller }) =>
    previewRetention(getDatabase(), caller.project, await readJsonBody(request, retentionSchema)),

  getStorage: ({ caller }) => getStorage(getDatabase(), caller),
});

/** File systems and headers reject some characters of a session id. */
function makeFileName(id: string): string {
  return id.replaceAll(/[^A-Za-z0-9._-]+/g, "-").slice(0, 80) || "session";
}
