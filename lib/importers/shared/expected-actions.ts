import { writeCanonicalJson } from "@/lib/core/hash";
import type { EpochMs, TurnIndex } from "@/lib/core/units";
import type { SessionWriter } from "@/lib/core/trace/session-writer";
import type { Loose } from "./values";
import { idOf, recordOf, stringOf } from "./values";

const EXPECTED_PLAN = "expected";

interface Expected {
  readonly id: string;
  readonly name: string;
  readonly args: Loose;
  readonly compared: readonly string[] | null;
  readonly byUser: boolean;
}

export interface CalledTool {
  readonly id: unknown;
  readonly name: unknown;
  readonly args: unknown;
}

interface Made {
  readonly turn: TurnIndex;
  readonly name: string;
  readonly args: Loose;
}

/**
 * A benchmark's expected actions as a plan with one step per action. Nobody in the session knows of it. A
 * step is carried out by a call of the agent with the same arguments.
 */
export class ExpectedActions {
  private readonly open: Expected[];
  private readonly made = new Map<string, Made>();

  /** Actions as tau-bench (`kwargs`) and tau2-bench (`arguments`, `requestor`, `compare_args`) write them. */
  constructor(actions: readonly Loose[]) {
    this.open = actions.map((action, i) => ({
      id: idOf(action.action_id) ?? `${EXPECTED_PLAN}-${i + 1}`,
      name: stringOf(action.name) ?? "action",
      args: recordOf(action.arguments ?? action.kwargs),
      compared: Array.isArray(action.compare_args) ? (action.compare_args as unknown[]).map(String) : null,
      byUser: action.requestor === "user",
    }));
  }

  declare(writer: SessionWriter, at: EpochMs | null): void {
    if (this.open.length === 0) return;
    writer.write("plan.declared", {
      at,
      turn: 0,
      planId: EXPECTED_PLAN,
      title: "Actions that the benchmark expects",
      steps: this.open.map(({ id, name, args, byUser }) => ({
        id,
        text: `${name} ${writeCanonicalJson(args)}${byUser ? " (by the user)" : ""}`,
        dependsOn: [],
      })),
    });
  }

  called(turn: TurnIndex, { id, name, args }: CalledTool): void {
    this.made.set(String(id), { turn, name: String(name), args: recordOf(args) });
  }

  answered(writer: SessionWriter, callId: unknown, failed: boolean): void {
    const call = this.made.get(String(callId));
    const place = this.open.findIndex((step) => call !== undefined && isCarriedOut(call, step));
    const step = this.open[place];
    if (call === undefined || step === undefined) return;
    if (!failed) this.open.splice(place, 1);
    writer.write("plan.step", {
      at: null,
      turn: call.turn,
      planId: EXPECTED_PLAN,
      step: step.id,
      status: failed ? "failed" : "completed",
    });
  }
}

function isCarriedOut(call: Made, { byUser, name, args, compared }: Expected): boolean {
  if (byUser || name !== call.name) return false;
  if (compared === null) return writeCanonicalJson(args) === writeCanonicalJson(call.args);
  return compared.every(
    (key) => writeCanonicalJson(args[key] ?? null) === writeCanonicalJson(call.args[key] ?? null),
  );
}
