import type { StepOf } from "@/lib/access/step-of";
import type { BudgetAnswer, BudgetBody } from "@/lib/api/endpoints/runtime/budget";
import { findModelWindow } from "@/lib/core/models/window-of";
import { chooseBudget } from "@/lib/core/window/projected-next";
import type { Database } from "@/lib/db/client";
import { parseModelSettings } from "@/lib/db/model-settings";
import { readUsageOfBody } from "@/lib/commands/project/reported-usage";
import { parseFindingSettings } from "@/lib/db/finding-settings";
import { weighBudget, type BudgetHistory } from "@/lib/runtime/budget";
import { BUDGET_GATE } from "@/lib/runtime/gates";
import { findRequestedSession, type RequestedSession } from "./requested-session";
import { makeGateEvent, recordSoon } from "./record";
import { placeAtSession } from "@/lib/db/places";

/** How many earlier turns are read if the question brings no state. */
const TURNS_READ = 200;

/** What a call's usage means for the next call. @throws AppError `not_found` for an unknown public id */
export async function askBudget({
  ctx: { db, project },
  input: body,
}: StepOf<"db" | "project", BudgetBody>): Promise<BudgetAnswer> {
  const session = await findRequestedSession({ ctx: { db, project }, input: body.session });
  const known = await readKnown(db, project, session, body);
  const of = known.settings;
  const model = body.model ?? known.model;
  const contextWindow =
    body.contextWindow ??
    known.contextWindow ??
    findModelWindow({ model, at: Date.now(), agent: known.agent }, parseModelSettings(of)).value;
  const usage = readUsageOfBody({ usage: body.usage, whole: body.usage.input });
  const budget = chooseBudget(body.budget ?? known.budget, contextWindow, parseFindingSettings(of));
  const { history, ...verdict } = weighBudget({
    history: known.history,
    usage,
    incoming: body.incoming,
    budget,
    contextWindow,
    spikeThreshold: body.spikeThreshold,
    expectedTurns: body.expectedTurns ?? null,
  });
  const { projectedNext: next } = verdict;
  const said = verdict.reason ?? verdict.warnings.map(({ message }) => message).join(" ");
  const numbers = {
    ...(verdict.tokens !== null && { tokens: verdict.tokens }),
    ...(verdict.delta !== null && { delta: verdict.delta }),
    ...(next !== null && { projectedNext: next.tokens }),
    ...(budget !== null && { budget: budget.tokens }),
  };
  const passed = !verdict.checkpointNeeded;
  const gate = { gate: BUDGET_GATE, passed, message: said, numbers };
  return {
    ...verdict,
    warnings: [...verdict.warnings],
    budget: budget === null ? null : { tokens: budget.tokens, from: budget.from },
    state: { firstTurn: history.firstTurn, occupancy: [...history.occupancy] },
    recorded: recordSoon({
      ctx: { db },
      input: { session, said: [makeGateEvent({ gate, turn: body.turn })] },
    }),
  };
}

interface Known {
  readonly history: BudgetHistory;
  readonly model: string | null;
  readonly agent: string | null;
  readonly contextWindow: number | null;
  readonly budget: number | null;
  readonly settings: unknown;
}

const NOTHING: Known = {
  history: { firstTurn: 0, occupancy: [] },
  settings: null,
  model: null,
  agent: null,
  contextWindow: null,
  budget: null,
};

/** The session's budget and window. What it read so far comes from the question's state, if there is one. */
async function readKnown(
  db: Database,
  project: string,
  session: RequestedSession | null,
  { state, turn: asked }: BudgetBody,
): Promise<Known> {
  const history = state ?? NOTHING.history;
  const [row] = await db.$queryRawUnsafe<KnownRow[]>(
    placeAtSession(KNOWN_SQL),
    session?.key ?? null,
    state !== undefined,
    asked ?? null,
    project,
  );
  const {
    turns = [],
    settings,
    model = null,
    agent = null,
    context_window = null,
    budget = null,
  } = row ?? {};
  const first = turns?.at(-1);
  return {
    history:
      first === undefined
        ? history
        : { firstTurn: first[0], occupancy: turns?.toReversed().map(([, input]) => input) ?? [] },
    model,
    agent,
    contextWindow: context_window,
    budget,
    settings,
  };
}

interface KnownRow {
  readonly settings: unknown;
  readonly model: string | null;
  readonly agent: string | null;
  readonly context_window: number | null;
  readonly budget: number | null;
  readonly turns: readonly (readonly [turn: number, input: number | null])[] | null;
}

const KNOWN_SQL = `
  SELECT project.settings, session.model, session.agent, session.context_window, session.budget,
    CASE WHEN $2::boolean THEN NULL ELSE (
      SELECT json_agg(json_build_array(newest.turn, newest.input) ORDER BY newest.turn DESC) FROM (
        SELECT turn, input FROM turn
        WHERE session_id = $1::uuid AND ($3::int IS NULL OR turn < $3::int)
        ORDER BY turn DESC LIMIT ${TURNS_READ}
      ) AS newest
    ) END AS turns
  FROM project LEFT JOIN session ON session.session_id = $1::uuid
  WHERE project.id = $4`;
