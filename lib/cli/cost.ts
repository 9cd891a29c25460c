import { existsSync } from "node:fs";
import { getCost as route } from "@/lib/api/endpoints/cost";
import { accountOf } from "@/lib/core/cost/account";
import { evidenceOf } from "@/lib/core/evidence/evidence-of";
import { plansOf } from "@/lib/core/evidence/plan/plans-of";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { database } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import { answerCost, getCost } from "@/lib/queries/session/get-cost";
import type { CostAnswer } from "@/lib/queries/session/get-cost";
import { costLines } from "@/lib/view/cost/cost-lines";
import { askJson, RemoteError, remoteOf } from "./remote/remote";
import { readSession } from "./replay/read-session";
import { complain, say } from "./say";

/** Run by lib/cli/cost.mjs with a session or a file, and the form of the answer. */
async function main([place = "", form = "text"]: readonly string[]): Promise<void> {
  const bill = existsSync(place) ? await billOfFile(place) : await billOfStored(place);
  if (form === "json") say(JSON.stringify(bill));
  else say(...costLines(bill, place));
}

/** Of the longest session of a file. Its sub-agents are sessions of their own. */
async function billOfFile(place: string): Promise<CostAnswer> {
  const recording = await readSession(place);
  const account = accountOf({ recording, evidence: evidenceOf(recording, plansOf(recording)) });
  const analysed = { isKnown: true, analysed: true, analysedTurn: null, pending: null };
  return answerCost(analysed, JSON.parse(JSON.stringify(account)), []);
}

async function billOfStored(name: string): Promise<CostAnswer> {
  const remote = remoteOf();
  try {
    if (remote !== null)
      return await askJson(remote, `/api/v1/sessions/${encodeURIComponent(name)}/cost`, route.response);
    return await getCost(database(), DEFAULT_PROJECT, name);
  } catch (error) {
    const isMissing = error instanceof AppError || error instanceof RemoteError;
    if (isMissing && error.code === "not_found")
      throw new Error(`There is neither a file nor a session ${name}.`);
    throw error;
  } finally {
    if (remote === null) await database().$disconnect();
  }
}

main(process.argv.slice(2)).catch((error: unknown) => {
  complain(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
