export type AgentStepStatus = "pending" | "started" | "completed" | "failed" | "skipped";

/** A step of a plan, with what it needs by name. */
export interface AgentPlanStep {
  readonly id: string;
  readonly text?: string;
  /** Ids of messages, tool calls or earlier steps, or the path or address that something came from. */
  readonly needs?: readonly string[];
}

interface KnownStep {
  readonly id: string;
  readonly text: string;
  readonly needs: readonly string[];
  status: AgentStepStatus;
  outputs: readonly string[];
}

/** The plan as Sightglass takes it. */
export interface AgentPlanManifest {
  readonly id: string;
  readonly title: string | null;
  readonly recorded: true;
  readonly steps: readonly Readonly<KnownStep>[];
}

const OVER: ReadonlySet<AgentStepStatus> = new Set(["completed", "failed", "skipped"]);

/** Whether a step is still to come or under way. */
export function isUnfinished({ status }: Pick<KnownStep, "status">): boolean {
  return !OVER.has(status);
}

type Tell = (event: Readonly<Record<string, unknown>> & { readonly type: string }) => void;

/** The plan beside the messages: what may not leave the window until its steps are over. */
export class AgentPlan {
  private readonly steps: KnownStep[] = [];
  private isDeclared = false;

  constructor(
    steps: readonly AgentPlanStep[],
    private readonly tell: Tell,
    readonly id = "plan",
    readonly title: string | null = null,
  ) {
    this.state(steps);
  }

  get manifest(): AgentPlanManifest {
    return {
      id: this.id,
      title: this.title,
      recorded: true,
      steps: this.steps.map((step) => ({ ...step, needs: [...step.needs], outputs: [...step.outputs] })),
    };
  }

  /** The plan in other words or with other steps. Steps that it had keep their status. */
  revise(steps: readonly AgentPlanStep[], reason?: string): void {
    this.state(steps, reason);
  }

  start(step: string): void {
    this.move(step, "started");
  }

  /**
   * A result of a step that is running. @param id of the tool call or the message: later steps may need the step by its id,
   * and hold its results from now on
   */
  output(step: string, id: string): void {
    this.move(step, "started", [id]);
  }

  /** @param outputs ids of further results that the step produced */
  complete(step: string, outputs: readonly string[] = []): void {
    this.move(step, "completed", outputs);
  }

  fail(step: string): void {
    this.move(step, "failed");
  }

  skip(step: string): void {
    this.move(step, "skipped");
  }

  private state(steps: readonly AgentPlanStep[], reason?: string): void {
    const before = new Map(this.steps.map((step) => [step.id, step]));
    const stated = steps.map(({ id, text = "", needs = [] }): KnownStep => {
      const known = before.get(id);
      return {
        id,
        text,
        needs: [...needs],
        status: known?.status ?? "pending",
        outputs: known?.outputs ?? [],
      };
    });
    this.steps.splice(0, this.steps.length, ...stated);
    this.tell({
      type: this.isDeclared ? "plan.revised" : "plan.declared",
      planId: this.id,
      ...(this.title !== null && { title: this.title }),
      ...(reason !== undefined && { reason }),
      steps: stated.map(({ id, text, needs }) => ({ id, text, dependsOn: needs })),
    });
    this.isDeclared = true;
  }

  private move(
    id: string,
    status: Exclude<AgentStepStatus, "pending">,
    outputs: readonly string[] = [],
  ): void {
    const step = this.steps.find((one) => one.id === id);
    if (step === undefined) throw new Error(`the plan has no step ${id}`);
    step.status = status;
    step.outputs = [...new Set([...step.outputs, ...outputs])];
    this.tell({
      type: "plan.step",
      planId: this.id,
      step: id,
      status,
      ...(step.outputs.length > 0 && { output: [...step.outputs] }),
    });
  }
}
