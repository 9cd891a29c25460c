import type { CheckpointField } from "../checkpoint/fields";
import { CHECKPOINT_FIELDS, findMissingFields, readCheckpointFields } from "../checkpoint/fields";
import { findBudget } from "../findings/growth/budgets";
import { countTurnsThatFit } from "../findings/growth/checkpoint-too-early";
import { readCheckpointTask } from "../findings/integrity/checkpoint-incomplete";
import type { CarriedItem } from "../findings/integrity/restart";
import { compareCarriedOver, findCheckpointBefore } from "../findings/integrity/restart";
import type { FindingInput } from "../findings/rule/rule";
import type { Tokens, TurnIndex } from "../units";

const CHECKPOINTS_MAX = 100;
const FIELD_CHARS_MAX = 600;

export interface CheckpointEntry {
  readonly field: CheckpointField;
  readonly text: string | null;
  readonly isEnough: boolean;
}

export interface AuditedRestart {
  readonly turn: TurnIndex;
  readonly reason: string | null;
  readonly items: readonly CarriedItem[] | null;
}

export interface AuditedCheckpoint {
  readonly turn: TurnIndex | null;
  readonly block: number | null;
  readonly entries: readonly CheckpointEntry[];
  readonly window: Tokens | null;
  readonly budget: Tokens | null;
  /** How many more turns fit into the budget if the window keeps growing as before. */
  readonly turnsLeft: number | null;
  readonly turnsNeeded: number | null;
  readonly restarts: readonly AuditedRestart[];
}

/** The checkpoints of a session with the restarts that began from each. Restarts without one stand under no turn. */
export function checkpointsOf(input: FindingInput): AuditedCheckpoint[] {
  const { session } = input;
  const restarts = session.records.flatMap(({ turn: recorded, event }) => {
    if (event.type !== "session.restarted") return [];
    const turn = event.turn ?? recorded;
    const from = findCheckpointBefore(input, turn)?.turn ?? null;
    return [{ from, turn, reason: event.reason ?? null, items: compareCarriedOver(input, turn) }];
  });
  const of = (turn: TurnIndex | null) =>
    restarts.filter(({ from }) => from === turn).map(({ from: _, ...restart }) => restart);
  const task = readCheckpointTask(input);
  const takenCheckpoints = session.records.flatMap(({ turn, event }): AuditedCheckpoint[] => {
    if (event.type !== "checkpoint.taken") return [];
    const number = session.blocks.findIndex(({ id }) => id === event.block);
    const facts = input.index.turn(turn);
    const budget = findBudget(session, facts, input.settings)?.tokens ?? null;
    const entries = listEntries(event.state, task);
    return [
      {
        turn,
        block: number < 0 ? null : number,
        entries,
        window: facts?.window.tokens.value ?? null,
        budget,
        turnsLeft: budget === null ? null : countTurnsThatFit(session, turn, budget),
        turnsNeeded:
          session.meta.outcome === null ? null : session.turns.filter(({ index }) => index > turn).length,
        restarts: of(turn),
      },
    ];
  });
  const without = of(null);
  const bare: AuditedCheckpoint = { ...NOTHING, restarts: without };
  return [...(without.length === 0 ? [] : [bare]), ...takenCheckpoints].slice(0, CHECKPOINTS_MAX);
}

const NOTHING = {
  turn: null,
  block: null,
  entries: [],
  window: null,
  budget: null,
  turnsLeft: null,
  turnsNeeded: null,
} as const;

function listEntries(state: Readonly<Record<string, unknown>>, task: string | null): CheckpointEntry[] {
  const fields = readCheckpointFields(state);
  const missing = new Set(findMissingFields(state, task));
  return CHECKPOINT_FIELDS.map((field) => {
    const value = fields.get(field);
    const text = typeof value === "string" ? value : value == null ? null : (JSON.stringify(value) ?? null);
    return {
      field,
      text: text?.slice(0, FIELD_CHARS_MAX).toWellFormed() ?? null,
      isEnough: !missing.has(field),
    };
  });
}
