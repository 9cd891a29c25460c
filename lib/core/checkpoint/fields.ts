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
  task: splitNames(
    "task goal objective originaltask originalrequest originalgoal usergoal usertask userrequest request taskstatement taskdescription instructions instruction mission",
  ),
  constraints: splitNames(
    "constraints rules activeconstraints userconstraints hardconstraints invariants requirements guardrails rulesinforce",
  ),
  decisions: splitNames(
    "decisions decisionsmade keydecisions decisionlog decisionssofar choices designdecisions",
  ),
  ruled_out: splitNames(
    "ruledout whatwasruledout rejected rejectedoptions rejectedalternatives rejectedapproaches discarded discardedoptions failedattempts failedapproaches deadends triedandfailed eliminated alternativesruledout",
  ),
  plan: splitNames(
    "plan currentplan planofaction opensteps opentasks pendingtasks pendingsteps remainingsteps remainingtasks remainingwork steps todo todos todolist remaining openitems tasks",
  ),
  evidence: splitNames(
    "evidence evidencerefs evidencereferences references findings keyfindings artifacts sources refs knownfacts facts keyfacts files relevantfiles links",
  ),
  next_action: splitNames("nextaction nextstep next nextactions nextsteps immediatenextstep whatnext"),
};

const OPEN_TASKS: ReadonlySet<string> = new Set(splitNames("opentasks pendingtasks remainingtasks"));

function splitNames(list: string): readonly string[] {
  return list.split(" ");
}

/**
 * The fields of a checkpoint's state, whatever name the harness gave them, in objects inside it, and under the headings
 * of a text. Rejected options may stand in the decisions that rejected them. The next action is the first open task.
 * The first step of a plan or a to-do list counts only if it is an object, which says more than a name.
 */
export function readCheckpointFields(
  state: Readonly<Record<string, unknown>>,
): Map<CheckpointField, unknown> {
  const namedFields = collectNamedFields(state);
  const fields = new Map(
    CHECKPOINT_FIELDS.flatMap((field) => {
      const name = SPELLINGS[field].find((spelling) => namedFields.get(spelling) != null);
      return name === undefined ? [] : [[field, namedFields.get(name)] as const];
    }),
  );
  const ruledOut = listRuledOut(fields.get("decisions"));
  if (!fields.has("ruled_out") && ruledOut.length > 0) fields.set("ruled_out", ruledOut);
  const plan: unknown = fields.get("plan");
  const steps: unknown = Array.isArray(plan) ? plan : recordIn(plan)?.steps;
  const first: unknown = Array.isArray(steps) ? steps[0] : undefined;
  const isOpen = [...namedFields.keys()].some((name) => OPEN_TASKS.has(name));
  if (!fields.has("next_action") && (isOpen || typeof first === "object")) fields.set("next_action", first);
  return fields;
}

/** Objects in which harnesses put a state, next to its version and its time. */
const WRAPPERS: ReadonlySet<string> = new Set(
  splitNames("state checkpoint snapshot data context summary content payload handoff memory"),
);

function collectNamedFields(state: Readonly<Record<string, unknown>>): Map<string, unknown> {
  const fields = new Map(Object.entries(state).map(([name, value]) => [normaliseFieldName(name), value]));
  for (const [name, value] of [...fields]) {
    const inner =
      typeof value === "string" ? splitSections(value) : WRAPPERS.has(name) ? recordIn(value) : null;
    for (const [key, innerValue] of Object.entries(inner ?? {}))
      if (!fields.has(normaliseFieldName(key))) fields.set(normaliseFieldName(key), innerValue);
  }
  return fields;
}

const HEADING =
  /^\s{0,3}(?:#{1,6}\s{1,9}(\S.{0,59}?)\s{0,9}#{0,9}|\*\*(.{1,60}?):?\*\*:?|([A-Z][A-Za-z ]{1,40}):)$/;
const KNOWN: ReadonlySet<string> = new Set(Object.values(SPELLINGS).flat());

function splitSections(text: string): Readonly<Record<string, unknown>> | null {
  const sections = new Map<string, string[]>();
  let open: string[] | null = null;
  for (const line of text.split("\n")) {
    const [, ...titles] = HEADING.exec(line.trimEnd()) ?? [];
    const title = titles.find((sectionTitle) => sectionTitle !== undefined);
    if (title !== undefined) {
      open = KNOWN.has(normaliseFieldName(title)) ? [] : null;
      if (open !== null) sections.set(title, open);
    } else if (line.trim() !== "") open?.push(line.replace(/^\s*(?:[-*•]|\d{1,3}[.)])\s+/, "").trim());
  }
  if (sections.size < 2) return null;
  return Object.fromEntries(
    [...sections].map(([title, lines]) => [title, lines.length > 1 ? lines : (lines[0] ?? [])]),
  );
}

const RULED_OUT: ReadonlySet<string> = new Set([...SPELLINGS.ruled_out, "alternatives", "notchosen"]);

function listRuledOut(decisions: unknown): unknown[] {
  return (Array.isArray(decisions) ? (decisions as readonly unknown[]) : []).flatMap((decision) =>
    typeof decision === "object" && decision !== null
      ? Object.entries(decision).flatMap(([name, value]) =>
          RULED_OUT.has(normaliseFieldName(name)) ? [value as unknown] : [],
        )
      : [],
  );
}

/**
 * The fields that a state lacks. An empty list is accepted: it says that there is nothing of the kind. A task and a
 * next action must have content. Decisions that are objects must give a reason. The state's task must contain `task`
 * word for word.
 */
export function findMissingFields(
  state: Readonly<Record<string, unknown>>,
  task: string | null,
): CheckpointField[] {
  const fields = readCheckpointFields(state);
  return CHECKPOINT_FIELDS.filter((field) => {
    const value = fields.get(field);
    if (value === undefined || value === null) return true;
    if (field === "decisions") return !hasReasons(value);
    if (field === "task") return !says(value, task ?? "");
    return field === "next_action" && !says(value, "");
  });
}

const REASONS: ReadonlySet<string> = new Set(["reason", "reasons", "why", "because", "rationale"]);
const GIVES_REASON =
  /\b(?:because|since|as|so|due to|for|to|given|after|otherwise|reasons?|why|rationale|avoids?|keeps?|needs?)\b|[—–;:(]| - |, /i;

function hasReasons(value: unknown): boolean {
  const ownFields = recordIn(value);
  const isOne =
    ownFields !== null &&
    Object.keys(ownFields).some((name) => /^(?:decision|what|choice|text)s?$/.test(normaliseFieldName(name)));
  const isMap = ownFields !== null && !isOne && !hasReason(ownFields) && Object.keys(ownFields).length > 0;
  const list: readonly unknown[] = Array.isArray(value) ? value : isMap ? Object.values(ownFields) : [value];
  return list.every((item) => {
    const fields = recordIn(item);
    if (fields !== null) return hasReason(fields);
    return typeof item !== "string" || item.trim() === "" || GIVES_REASON.test(item);
  });
}

function hasReason(fields: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(fields).some(
    ([name, text]) => REASONS.has(normaliseFieldName(name)) && says(text, ""),
  );
}

const TEXT_NAMES = splitNames(
  "decision constraint rule step task option choice text what description title name statement content action summary finding fact path url ref reference value",
);
const ASIDE_NAMES: ReadonlySet<string> = new Set(
  splitNames("id key no number index status state priority at time timestamp turn type kind").concat([
    ...REASONS,
  ]),
);

/** Each entry of a list; of an object, what states its subject. Leaves out steps that are done. */
export function listFieldTexts(value: unknown): string[] {
  const ownFields = recordIn(value);
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : ownFields !== null && Array.isArray(ownFields.steps)
      ? (ownFields.steps as readonly unknown[])
      : isMapOfTexts(ownFields)
        ? Object.values(ownFields)
        : [value];
  return list.flatMap((item) => {
    if (typeof item === "string")
      return item.trim() === "" || /^\s*(?:[-*]\s+)?\[x\]/i.test(item) ? [] : [item];
    const fields = recordIn(item);
    return fields === null || isDone(fields) ? [] : (findSubject(fields) ?? []);
  });
}

function isMapOfTexts(
  fields: Readonly<Record<string, unknown>> | null,
): fields is Readonly<Record<string, unknown>> {
  return (
    fields !== null &&
    Object.keys(fields).every((name) => !TEXT_NAMES.includes(normaliseFieldName(name))) &&
    Object.values(fields).every((value) => typeof value === "string")
  );
}

function isDone({ status, state, done, completed }: Readonly<Record<string, unknown>>): boolean {
  if (done === true || completed === true) return true;
  return /^(?:done|completed?|finished|skipped|cancell?ed)$/i.test(String(status ?? state ?? ""));
}

function findSubject(fields: Readonly<Record<string, unknown>>): string | null {
  const texts = Object.entries(fields).flatMap(([name, text]) =>
    typeof text === "string" && text.trim() !== "" ? [[normaliseFieldName(name), text] as const] : [],
  );
  const namedText = TEXT_NAMES.map((wantedName) => texts.find(([name]) => name === wantedName)).find(
    (textFound) => textFound !== undefined,
  );
  return (namedText ?? texts.find(([name]) => !ASIDE_NAMES.has(name)))?.[1] ?? null;
}

function recordIn(value: unknown): Readonly<Record<string, unknown>> | null {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : null;
}

function says(value: unknown, text: string): boolean {
  const saidText = squeezeSpaces(typeof value === "string" ? value : (JSON.stringify(value) ?? ""));
  if (saidText === "" || saidText === "[]" || saidText === "{}") return false;
  return typeof value === "string"
    ? saidText.includes(squeezeSpaces(text))
    : saidText.includes(squeezeSpaces(JSON.stringify(text).slice(1, -1)));
}

function squeezeSpaces(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

function normaliseFieldName(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
