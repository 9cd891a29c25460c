import type { CheckpointAnswer, CheckpointBody } from "@/lib/api/endpoints/runtime/checkpoint";
import { readMessages } from "@/lib/commands/project/read-messages";
import type { Database } from "@/lib/db/client";
import { KIND } from "@/lib/db/derived/codes";
import { readContents } from "@/lib/db/log/read";
import { hashesToRead, textOf } from "@/lib/queries/standing-rows";
import { checkpointProblems, referencesIn, restartRefusal, stateText } from "@/lib/runtime/checkpoint";
import { concludedSteps } from "@/lib/runtime/manifest";
import { isContentHash, parseReference } from "@/lib/runtime/reference";
import { restartMessages } from "@/lib/runtime/restart-messages";
import { askedSession, type AskedSession } from "./asked-session";
import { planEvent, record, recordSoon, RUNTIME_ID_PREFIX, type RuntimeEvent } from "./record";
import { hasContents } from "./remembered";

/** Checks a state and makes the window for a restart. @throws AppError `invalid_body` by path, `not_found` */
export async function askCheckpoint(
  db: Database,
  project: string,
  body: CheckpointBody,
): Promise<CheckpointAnswer> {
  const session = await askedSession(db, project, body.session);
  const { messages } = readMessages(body);
  const task =
    body.task ??
    messages.find(({ role }) => role === "user")?.text ??
    (session === null ? null : await firstRequest(db, session));
  const plan = body.plan ?? null;
  const problems = checkpointProblems({
    state: body.state,
    task,
    messages,
    constraints: body.constraints,
    plan,
    brokenReferences: await brokenReferences(db, project, referencesIn(body.state)),
  });
  const concluded = plan === null ? 0 : concludedSteps(plan);
  const before = session === null ? 0 : await restartsWithout(db, session, concluded);
  const action = problems.length > 0 ? "repair" : before > 0 ? "split" : "restart";
  const restarts = before + (action === "restart" ? 1 : 0);
  if (action === "restart") await record(db, session, [restartEvent(body.turn, concluded, body.reason)]);
  const recorded = recordSoon(db, session, [
    ...(plan === null || plan.recorded ? [] : [planEvent(plan)]),
    { type: "checkpoint.taken", state: body.state, ...(body.turn !== undefined && { turn: body.turn }) },
  ]);
  const restart = action === "restart" && task !== null;
  return {
    ok: action === "restart",
    action,
    problems,
    message: messageOf(action, problems, before),
    messages: restart ? restartMessages(task, stateText(body.state), body.messages, body.tail) : null,
    restarts,
    recorded,
  };
}

function messageOf(
  action: CheckpointAnswer["action"],
  problems: CheckpointAnswer["problems"],
  restarts: number,
): string | null {
  if (action === "split") return restartRefusal(restarts);
  if (action === "restart") return null;
  return [
    "The state object cannot take over yet. Put these right and send it again; quote, do not paraphrase:",
    ...problems.map(({ field, message }) => `- ${field}: ${message}`),
  ].join("\n");
}

const RESTART_PREFIX = `${RUNTIME_ID_PREFIX}restart:`;

/** The id counts the finished steps. A second restart with the same count had no work in between. */
function restartEvent(turn: number | undefined, concluded: number, reason: string | undefined): RuntimeEvent {
  return {
    type: "session.restarted",
    id: `${RESTART_PREFIX}${concluded}`,
    ...(turn !== undefined && { turn }),
    ...(reason !== undefined && { reason }),
  };
}

async function restartsWithout(db: Database, session: AskedSession, concluded: number): Promise<number> {
  const rows = await db.$queryRawUnsafe<{ id: string }[]>(
    "SELECT id FROM event WHERE session_id = $1::uuid AND starts_with(id, $2::text)",
    session.key,
    RESTART_PREFIX,
  );
  return rows.filter(({ id }) => Number(id.slice(RESTART_PREFIX.length)) >= concluded).length;
}

/** The first user request of the session; `null` if unknown. */
async function firstRequest(db: Database, { key }: AskedSession): Promise<string | null> {
  const block = await db.block.findFirst({
    where: { sessionId: key, kind: { in: [KIND.of("user_goal"), KIND.of("user_message")] } },
    orderBy: { no: "asc" },
  });
  if (block === null) return null;
  const texts = await readContents(db, key, hashesToRead([{ block, residency: null }]));
  return textOf(block, null, texts) ?? null;
}

async function brokenReferences(
  db: Database,
  project: string,
  references: readonly string[],
): Promise<string[]> {
  const broken: string[] = [];
  for (const text of references) {
    const reference = parseReference(text);
    const session = await askedSession(db, project, reference?.session).catch(() => null);
    if (reference === null || session === null || !(await leadsSomewhere(db, session, reference.block)))
      broken.push(text);
  }
  return broken;
}

async function leadsSomewhere(db: Database, session: AskedSession, block: string): Promise<boolean> {
  if (isContentHash(block)) return (await hasContents(db, session, [block])).has(block);
  return (await db.block.count({ where: { sessionId: session.key, id: block } })) > 0;
}
