import { GROUPS } from "@/lib/api/endpoints";
import { answerMcp } from "@/lib/commands/mcp/server";
import { getDatabase, getPulseDatabase } from "@/lib/db/client";
import { readApiDescription } from "@/lib/queries/docs/api-description";
import { readHealth, readReady } from "@/lib/queries/ingestion/read-health";
import packageJson from "@/package.json";
import { makeAnswers } from "./answers";

/** The description is the same for every caller and needs no key, so it is written once. */
let written: Promise<string> | null = null;

export const service = makeAnswers(GROUPS.service, {
  getReady: () => readReady(getPulseDatabase()),
  getHealth: () => readHealth(getPulseDatabase(), packageJson.version),

  getOpenApi: async () => {
    written ??= readApiDescription(packageJson.version).then((document) => JSON.stringify(document));
    return new Response(await written, { headers: { "content-type": "application/json; charset=utf-8" } });
  },
});

export const mcp = makeAnswers(GROUPS.mcp, {
  postMcp: ({ request, caller }) =>
    answerMcp({ ctx: { db: getDatabase() }, input: { caller, request, version: packageJson.version } }),
});
