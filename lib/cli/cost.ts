import { existsSync } from "node:fs";
import { getCost as route } from "@/lib/api/endpoints/cost";
import { listFindings as findingsRoute } from "@/lib/api/endpoints/findings";
import { getSession as sessionRoute } from "@/lib/api/endpoints/sessions";
import { buildReportsInSteps } from "@/lib/core/compaction/card";
import { holdBill } from "@/lib/core/cost/analysed-bill";
import { buildAccount } from "@/lib/core/cost/account";
import { sumAccount } from "@/lib/core/cost/sum-account";
import { analyseRecording, findAll, makeFindingInput } from "@/lib/core/findings/find";
import { causeSentence, groupCauses } from "@/lib/core/findings/group-causes";
import { finishSteps } from "@/lib/core/steps";
import type { Story } from "@/lib/core/story/story-schema";
import { tellStory } from "@/lib/core/story/tell-story";
import { DEFAULT_PROJECT } from "@/lib/core/project";
import { getDatabase } from "@/lib/db/client";
import { AppError } from "@/lib/errors";
import type { FindingList } from "@/lib/queries/findings/list-findings";
import { listFindings } from "@/lib/queries/findings/list-findings";
import { answerCost, getCost } from "@/lib/queries/session/get-cost";
import type { CostAnswer } from "@/lib/queries/session/get-cost";
import { getSession } from "@/lib/queries/session/get-session";
import { writeStoryText } from "@/lib/view/story/story-words";
import { listCostLines } from "@/lib/view/cost/cost-lines";
import { askJson, RemoteError, readRemoteOf } from "./remote/remote";
import { readSession } from "./replay/read-session";
import { sayProblem, say } from "./say";

interface ToldBill {
  readonly bill: CostAnswer;
  /** `null` while the session is not analysed. */
  readonly story: Story | null;
  /** What counts of what was found, by cause, the first ones. */
  readonly causes: readonly string[];
}

const CAUSES_MAX = 5;

/** Run by lib/cli/cost.mjs with a session or a file, and the form of the answer. */
async function main([place = "", form = "text"]: readonly string[]): Promise<void> {
  const { bill, story, causes } = existsSync(place) ? await readFileBill(place) : await readStoredBill(place);
  if (form === "json") say(JSON.stringify(bill));
  else
    say(
      ...(story === null ? [] : [writeStoryText(story)]),
      ...causes.slice(0, CAUSES_MAX).map((sentence) => `- ${sentence}`),
      ...(story === null ? [] : [""]),
      ...listCostLines(bill, place),
    );
}

/** Of the longest session of a file. Its sub-agents are sessions of their own. */
async function readFileBill(place: string): Promise<ToldBill> {
  const built = analyseRecording(await readSession(place));
  const account = buildAccount(built);
  const cards = finishSteps(buildReportsInSteps({ ...built, bill: holdBill(built) })).map(({ card }) => card);
  const state = { isKnown: true, analysed: true, analysedTurn: null, pending: null };
  const findings = findAll(built);
  return {
    causes: groupCauses(findings.findings).flatMap(({ lead, parts }) =>
      lead.severity === null || lead.standing !== "proved" ? [] : causeSentence(lead.sentence, parts),
    ),
    bill: answerCost(state, JSON.parse(JSON.stringify(account)), []),
    story: tellStory({ input: makeFindingInput(built), findings, cards }, sumAccount(account)),
  };
}

async function readStoredBill(name: string): Promise<ToldBill> {
  const remote = readRemoteOf();
  try {
    if (remote === null) {
      const { story } = await getSession(getDatabase(), DEFAULT_PROJECT, name);
      const found = await listFindings(getDatabase(), DEFAULT_PROJECT, name, FOUND);
      return {
        bill: await getCost(getDatabase(), DEFAULT_PROJECT, name),
        story,
        causes: countCauses(found.causes),
      };
    }
    const address = `/api/v1/sessions/${encodeURIComponent(name)}`;
    const { story } = await askJson(remote, address, sessionRoute.response, {}, sessionRoute.path);
    const listed = `${address}/findings?standing=proved`;
    const found = await askJson(remote, listed, findingsRoute.response, {}, findingsRoute.path);
    return {
      bill: await askJson(remote, `${address}/cost`, route.response, {}, route.path),
      story,
      causes: countCauses(found.causes),
    };
  } catch (error) {
    const isMissing = error instanceof AppError || error instanceof RemoteError;
    if (isMissing && error.code === "not_found")
      throw new Error(`There is neither a file nor a session ${name}.`);
    throw error;
  } finally {
    if (remote === null) await getDatabase().$disconnect();
  }
}

const FOUND = { standing: "proved", limit: 200, offset: 0 } as const;

function countCauses(causes: FindingList["causes"]): string[] {
  return causes.flatMap(({ severity, sentence }) => (severity === null ? [] : sentence));
}

main(process.argv.slice(2)).catch((error: unknown) => {
  sayProblem(error instanceof Error ? error.message : error);
  process.exitCode = 2;
});
