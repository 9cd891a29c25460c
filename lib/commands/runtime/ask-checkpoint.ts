import type { StepOf } from "@/lib/access/step-of";
import type { CheckpointAnswer, CheckpointBody } from "@/lib/api/endpoints/runtime/checkpoint";
import { readMessages } from "@/lib/commands/project/read-messages";
import type { Database } from "@/lib/db/client";
import { groupBy } from "@/lib/core/group-by";
import { AppError } from "@/lib/errors";
import { KIND } from "@/lib/db/derived/codes";
import { blockCodec } from "@/lib/db/derived/block-rows";
import { readContents } from "@/lib/db/log/read";
import { listHashesToRead, findStandingText } from "@/lib/queries/reading/residency-rows";
import {
  listCheckpointProblems,
  listCheckpointReferences,
  describeRestartRefusal,
  writeCheckpoint,
} from "@/lib/runtime/checkpoint";
import { countConcludedSteps } from "@/lib/runtime/manifest";
import { isContentHash, parseReference } from "@/lib/runtime/reference";
import { makeRestartMessages } from "@/lib/client/restart-messages";
import { findRequestedSession, type RequestedSession } from "./requested-session";
import { planEvent, record, recordSoon, RUNTIME_ID_PREFIX, type RuntimeEvent } from "./record";
import { listStoredContents } from "./remembered";
import { placeAtSession } from "@/lib/db/places";

/** Checks a state and makes the window for a restart. @throws AppError `invalid_body` by path, `not_found` */
export async function askCheckpoint({
  ctx: { db, project },
  input: body,
}: StepOf<"db" | "project", CheckpointBody>): Promise<CheckpointAnswer> {
  const session = await findRequestedSession({ ctx: { db, project }, input: body.session });
  // The queries run while the messages are read.
  const looked = Promise.all([
    findBrokenReferences(db, project, session, listCheckpointReferences(body.state)),
    session === null ? [] : readRestarts(db, session),
  ]);
  looked.catch(() => undefined);
  const { messages } = readMessages(body);
  const task =
    body.task ??
    messages.find(({ role }) => role === "user")?.text ??
    (session === null ? null : await findFirstRequest(db, session));
  const plan = body.plan ?? null;
  const [broken, earlier] = await looked;
  const problems = listCheckpointProblems({
    state: body.state,
    task,
    messages,
    constraints: body.constraints,
    plan,
    brokenReferences: broken,
  });
  const concluded = plan === null ? 0 : countConcludedSteps(plan);
  const before = earlier.filter((steps) => steps >= concluded).length;
  const wantedAction = problems.length > 0 ? "repair" : before > 0 ? "split" : "restart";
  const isTaken =
    wantedAction === "restart" &&
    (
      await record({
        ctx: { db },
        input: { session, said: [makeRestartEvent(body.turn, concluded, body.reason)] },
      })
    ).some((verdict) => verdict !== "accepted");
  const action = isTaken ? "split" : wantedAction;
  const restarts = isTaken || action === "restart" ? before + 1 : before;
  const recorded = recordSoon({
    ctx: { db },
    input: {
      session,
      said: [
        ...(plan === null || plan.recorded ? [] : [planEvent(plan)]),
        { type: "checkpoint.taken", state: body.state, ...(body.turn !== undefined && { turn: body.turn }) },
      ],
    },
  });
  const restart = action === "restart" && task !== null;
  return {
    ok: action === "restart",
    action,
    problems,
    message: writeMessage(action, problems, restarts),
    messages: restart
      ? makeRestartMessages(task, writeCheckpoint(body.state), body.messages, body.tail)
      : null,
    restarts,
    recorded,
  };
}

function writeMessage(
  action: CheckpointAnswer["action"],
  problems: CheckpointAnswer["problems"],
  restarts: number,
): string | null {
  if (action === "split") return describeRestartRefusal(restarts);
  if (action === "restart") return null;
  return [
    "The state object cannot take over yet. Put these right and send it again; quote, do not paraphrase:",
    ...problems.map(({ field, message }) => `- ${field}: ${message}`),
  ].join("\n");
}

const RESTART_PREFIX = `${RUNTIME_ID_PREFIX}restart:`;

/** The id counts the finished steps. A second restart with the same count had no work in between. */
function makeRestartEvent(
  turn: number | undefined,
  concluded: number,
  reason: string | undefined,
): RuntimeEvent {
  return {
    type: "session.restarted",
    id: `${RESTART_PREFIX}${concluded}`,
    ...(turn !== undefined && { turn }),
    ...(reason !== undefined && { reason }),
  };
}

async function readRestarts(db: Database, session: RequestedSession): Promise<number[]> {
  const rows = await db.$queryRawUnsafe<{ id: string }[]>(
    placeAtSession("SELECT id FROM event WHERE session_id = $1::uuid AND starts_with(id, $2::text)"),
    session.key,
    RESTART_PREFIX,
  );
  return rows.map(({ id }) => Number(id.slice(RESTART_PREFIX.length)));
}

async function findFirstRequest(db: Database, { key }: RequestedSession): Promise<string | null> {
  const row = await db.block.findFirst({
    where: { sessionId: key, kind: { in: [KIND.of("user_goal"), KIND.of("user_message")] } },
    orderBy: { no: "asc" },
  });
  if (row === null) return null;
  const block = blockCodec.fromRow(row);
  const texts = await readContents(db, key, listHashesToRead([{ block, residency: null }]));
  return findStandingText(block, null, texts) ?? null;
}

async function findBrokenReferences(
  db: Database,
  project: string,
  askedSession: RequestedSession | null,
  references: readonly string[],
): Promise<string[]> {
  const parsedReferences = references.map((text) => ({ text, ...parseReference(text) }));
  const sound = await Promise.all(
    [...groupBy(parsedReferences, ({ session }) => session ?? "")].map(async ([id, mine]) => {
      const session = id === askedSession?.publicId ? askedSession : await findSessionNamed(db, project, id);
      if (session === null) return [];
      const keptBlocks = await readKeptUnder(
        db,
        session,
        mine.flatMap(({ block }) => block ?? []),
      );
      return mine.filter(({ block }) => block !== undefined && keptBlocks.has(block)).map(({ text }) => text);
    }),
  );
  const soundReferences = new Set(sound.flat());
  return references.filter((text) => !soundReferences.has(text));
}

async function findSessionNamed(db: Database, project: string, id: string): Promise<RequestedSession | null> {
  try {
    return id === "" ? null : await findRequestedSession({ ctx: { db, project }, input: id });
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}

async function readKeptUnder(
  db: Database,
  session: RequestedSession,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  const ids = names.filter((name) => !isContentHash(name));
  const [hashes, blocks] = await Promise.all([
    listStoredContents({ ctx: { db }, input: { session, hashes: names.filter(isContentHash) } }),
    ids.length === 0
      ? []
      : db.block.findMany({ where: { sessionId: session.key, id: { in: ids } }, select: { id: true } }),
  ]);
  return new Set([...hashes, ...blocks.map(({ id }) => id)]);
}
