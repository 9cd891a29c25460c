/** What a state must hold so that a session can continue from it alone. */
export const CHECKPOINT_FIELDS = [
  "task",
  "constraints",
  "decisions",
  "ruled_out",
  "plan",
  "evidence",
  "next_action",
] as const;
export type CheckpointField = (typeof CHECKPOINT_FIELDS)[number];

export const FIELD_NAMES: Readonly<Record<CheckpointField, string>> = {
  task: "the task word for word",
  constraints: "the constraints",
  decisions: "decisions with their reasons",
  ruled_out: "what was ruled out",
  plan: "the plan with its open steps",
  evidence: "references to the evidence",
  next_action: "the next action",
};

/** The names that harnesses use for each field: lower case, without separators between words. */
const SPELLINGS: Readonly<Record<CheckpointField, readonly string[]>> = {
  task: ["task", "goal", "objective", "originaltask", "originalrequest", "usergoal", "taskstatement"],
  constraints: ["constraints", "rules", "activeconstraints", "invariants", "requirements"],
  decisions: ["decisions", "decisionsmade", "keydecisions", "choices"],
  ruled_out: ["ruledout", "rejected", "failedattempts", "deadends", "triedandfailed", "eliminated"],
  plan: ["plan", "opensteps", "opentasks", "remainingsteps", "steps", "todo", "todos", "remaining"],
  evidence: [
    "evidence",
    "evidencerefs",
    "references",
    "findings",
    "artifacts",
    "sources",
    "refs",
    "knownfacts",
    "facts",
  ],
  next_action: ["nextaction", "nextstep", "next", "nextactions"],
};

const OPEN_TASKS = "opentasks";

/**
 * The fields of a checkpoint's state, whatever name the harness gave them. Rejected options may stand in the decisions
 * that rejected them. The next action is the first open task. The first step of a plan or a to-do list counts only if
 * it is an object, which says more than a name.
 */
export function readFields(state: Readonly<Record<string, unknown>>): Map<CheckpointField, unknown> {
  const named = new Map(Object.entries(state).map(([name, value]) => [normal(name), value]));
  const fields = new Map(
    CHECKPOINT_FIELDS.flatMap((field) => {
      const name = SPELLINGS[field].find((one) => named.has(one));
      return name === undefined ? [] : [[field, named.get(name)] as const];
    }),
  );
  const ruledOut = ruledOutIn(fields.get("decisions"));
  if (!fields.has("ruled_out") && ruledOut.length > 0) fields.set("ruled_out", ruledOut);
  const plan: unknown = fields.get("plan");
  const first: unknown = Array.isArray(plan) ? plan[0] : undefined;
  if (!fields.has("next_action") && (named.has(OPEN_TASKS) || typeof first === "object"))
    fields.set("next_action", first);
  return fields;
}

const RULED_OUT: ReadonlySet<string> = new Set([
  "alternativesruledout",
  "ruledout",
  "rejected",
  "alternatives",
]);

function ruledOutIn(decisions: unknown): unknown[] {
  return (Array.isArray(decisions) ? (decisions as readonly unknown[]) : []).flatMap((one) =>
    typeof one === "object" && one !== null
      ? Object.entries(one).flatMap(([name, value]) =>
          RULED_OUT.has(normal(name)) ? [value as unknown] : [],
        )
      : [],
  );
}

/**
 * The fields that a state lacks. An empty list is accepted: it says that there is nothing of the kind. A task and a
 * next action must have content. Decisions that are objects must give a reason. The state's task must contain `task`
 * word for word.
 */
export function missingFields(
  state: Readonly<Record<string, unknown>>,
  task: string | null,
): CheckpointField[] {
  const fields = readFields(state);
  return CHECKPOINT_FIELDS.filter((field) => {
    const value = fields.get(field);
    if (value === undefined || value === null) return true;
    if (field === "decisions") return !hasReasons(value);
    if (field === "task") return !says(value, task ?? "");
    return field === "next_action" && !says(value, "");
  });
}

const REASONS: ReadonlySet<string> = new Set(["reason", "reasons", "why", "because", "rationale"]);

function hasReasons(value: unknown): boolean {
  const list: readonly unknown[] = Array.isArray(value) ? value : [value];
  return list.every(
    (one) =>
      typeof one !== "object" ||
      one === null ||
      Object.entries(one).some(([name, text]) => REASONS.has(normal(name)) && says(text, "")),
  );
}

function says(value: unknown, text: string): boolean {
  const said = squeezed(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  if (said === "" || said === "[]" || said === "{}") return false;
  return typeof value === "string"
    ? said.includes(squeezed(text))
    : said.includes(squeezed(JSON.stringify(text).slice(1, -1)));
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function normal(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
