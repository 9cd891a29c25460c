import type { TraceEventOf } from "../../trace/event";
import type { RecordEvent, Session } from "../../trace/session";
import type { TurnIndex } from "../../units";
import { countUntil } from "../../count-until";
import { turnAt } from "../../window/turn-at";
import type { PlanAct } from "./acts";

const ONLY_PLAN = "plan";
export const DECLARED = "declared";

export function collectDeclaredActs(session: Session): PlanAct[] {
  const { records, blocks } = session;
  const numbers = new Map(blocks.map(({ id }, number) => [id, number]));
  const concluded = new Set(records.flatMap(({ turn, event }) => listConcluded(session, turn, event)));
  return records.flatMap(({ turn, event }): PlanAct[] => {
    switch (event.type) {
      case "plan.declared":
      case "plan.revised":
        return [
          {
            ...placeOf(turn, event.planId),
            do: "state",
            whole: true,
            title: event.title ?? null,
            block: event.block === undefined ? null : (numbers.get(event.block) ?? null),
            reason: event.type === "plan.revised" ? (event.reason ?? null) : null,
            steps: event.steps.map(({ id, text, dependsOn, status = null }) => ({
              id,
              text,
              needs: dependsOn ?? [],
              isAllNeeds: dependsOn !== undefined,
              status,
            })),
          },
        ];
      case "plan.step": {
        const { step, status, note = null, output = [] } = event;
        const isOver = status !== "started" || concluded.has(nameOf(turn, event));
        const runTurn = isOver ? turnBefore(session, turn, event) : runTurnOf(session, turn, event);
        return [{ ...placeOf(turn, event.planId), do: "move", step, status, note, outputs: output, runTurn }];
      }
      case "step.validated": {
        const { step, present, missing, action } = event;
        return [
          {
            ...placeOf(turn, event.planId),
            do: "validate",
            step,
            validation: { turn: runTurnOf(session, turn, event) ?? turn, present, missing, action },
          },
        ];
      }
      default:
        return [];
    }
  });
}

/**
 * The turn of a start or a check. One without a turn that was reported between two calls belongs to the next
 * call; `null` where that call has not been made yet.
 */
function runTurnOf(
  { turns }: Session,
  turn: TurnIndex,
  event: TraceEventOf<"plan.step" | "step.validated">,
): TurnIndex | null {
  const call = turnAt(turns, turn);
  const over = call?.endedAt ?? call?.at ?? null;
  if (event.turn !== undefined || event.at === null || over === null || event.at <= over) return turn;
  return turns[countUntil(turns, ({ index }) => index <= turn)]?.index ?? null;
}

/** An event that ended before the call of its turn belongs to the turn before. */
function turnBefore(
  { turns }: Session,
  turn: TurnIndex,
  { turn: statedTurn, at }: TraceEventOf<"plan.step">,
): TurnIndex {
  const begun = turnAt(turns, turn)?.at ?? null;
  if (statedTurn !== undefined || at === null || begun === null || at >= begun) return turn;
  return turns[countUntil(turns, ({ index }) => index < turn) - 1]?.index ?? turn;
}

/**
 * The step that the event concludes before the call of its turn. A step that also began there ran in the turn
 * before.
 */
function listConcluded(session: Session, turn: TurnIndex, event: RecordEvent): string[] {
  if (event.type !== "plan.step" || event.status === "started") return [];
  const call = turnAt(session.turns, turn);
  const isBefore = turnBefore(session, turn, event) < turn;
  const isAfter =
    event.turn === undefined && event.at !== null && event.at > (call?.endedAt ?? call?.at ?? Infinity);
  return isBefore || isAfter ? [nameOf(turn, event)] : [];
}

function nameOf(turn: TurnIndex, { planId, step }: TraceEventOf<"plan.step">): string {
  return JSON.stringify([turn, planId ?? ONLY_PLAN, step]);
}

function placeOf(turn: number, plan = ONLY_PLAN) {
  return { turn, plan, source: DECLARED };
}
