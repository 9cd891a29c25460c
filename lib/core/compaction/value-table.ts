import { addToGroup } from "../group-by";
import { fileActs } from "../evidence/file-acts";
import { extractCommand, parseJsonOrText } from "../source/arguments";
import { saysFailure } from "../source/failure";
import { isShell, plainToolName } from "../source/tool-words";
import type { Plan } from "../evidence/plan/steps/plan";
import { isStatedAt, getStepText } from "../evidence/plan/steps/plan";
import { normaliseSpelling } from "../evidence/values/spelling";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { Block } from "../trace/session";
import type { TurnIndex } from "../units";
import type { SourceKind } from "../vocabulary";
import { USER_KINDS } from "../vocabulary";
import { pairCalls } from "../window/call-pairs";
import type { SurvivalKind } from "./kinds";
import type { Form } from "./scan-forms";
import {
  findErrors,
  hasSomeWords,
  findListedItems,
  pathParts,
  makePhraseForm,
  scanForms,
} from "./scan-forms";

/**
 * Kinds of blocks whose values are not counted: those that every window holds whatever is said, and those that no window gives
 * back.
 */
const UNCOUNTED: ReadonlySet<SourceKind> = new Set([
  "system_rules",
  "repository_instructions",
  "tool_schemas",
  "memory",
  "thinking",
]);

/** The number of characters up to which a text is read. */
const TEXT_CHARS_MAX = 1_000_000;
const VALUES_PER_TEXT_MAX = 20_000;
const VALUES_MAX = 400_000;

export interface CountedValue {
  readonly no: number;
  readonly kind: SurvivalKind;
  /** The value as it was first written. */
  text: string;
  /** Every form that says the value, each once. */
  readonly spellings: Set<string>;
  /** Blocks that say the value in their full text, in their order. Empty for a step that only the plan has. */
  readonly origins: number[];
}

/**
 * The distinct values of a recording, and which block says which. Values of one kind that are spelled alike are one. A path that is the
 * end of another is a value of its own: which of them counts is decided among those that stand together.
 *
 *     r1: "/app/src/pay.ts"   r2: "src/pay.ts, 1,284.5 ms"   r3: "1284.5ms"
 *     0  path    /app/src/pay.ts    r1
 *     1  path    src/pay.ts         r2        the end of 0: where both stand, 0 counts
 *     2  number  1,284.5 ms         r2, r3
 */
export class ValueTable {
  readonly values: CountedValue[] = [];
  private readonly byBlock: number[][] = [];
  private readonly numbers = new Map<string, number>();
  private readonly paths = new Map<string, number>();
  /** Numbers of paths by their last two parts, which a path has in common with its ends. */
  private readonly byTail = new Map<string, number[]>();

  /** The numbers of the values that a block says in its full text, each once. */
  of(block: number): readonly number[] {
    return this.byBlock[block] ?? [];
  }

  take(form: Form, block: number | null): CountedValue | null {
    const no = form.kind === "path" ? this.numberPathForm(form) : this.numberPlainForm(form);
    const value = this.values[no];
    if (value === undefined) return null;
    for (const spelling of form.spellings) value.spellings.add(spelling);
    if (block !== null && value.origins.at(-1) !== block) {
      value.origins.push(block);
      (this.byBlock[block] ??= []).push(no);
    }
    return value;
  }

  /** The values that a form says; for a path also those that are its end, or whose end it is. */
  listSame(form: Form): CountedValue[] {
    if (form.kind === "path") return this.listPathsLike(form.text);
    return [this.values[this.numbers.get(makeFormKey(form)) ?? -1] ?? []].flat();
  }

  /** The value, and for a path all that are its end, or whose end it is. */
  listSameAs(value: CountedValue): readonly CountedValue[] {
    return value.kind === "path" ? this.listPathsLike(value.text) : [value];
  }

  private listPathsLike(path: string): CountedValue[] {
    const found = (this.byTail.get(makeTail(path)) ?? []).flatMap((no) => this.values[no] ?? []);
    return found.filter(({ text }) => isOnePath(path, text));
  }

  /** The paths that are an end of another one, each with the longer ones, among values that stand together. */
  findEnds(nos: Iterable<number>): ReadonlyMap<number, readonly number[]> {
    const numbers = new Set(nos);
    const ends = new Map<number, readonly number[]>();
    for (const no of numbers) {
      const value = this.values[no];
      if (value?.kind !== "path") continue;
      const longer = this.listSameAs(value).filter(
        (longerValue) =>
          numbers.has(longerValue.no) && joinParts(longerValue.text).length > joinParts(value.text).length,
      );
      if (longer.length > 0)
        ends.set(
          no,
          longer.map((longerValue) => longerValue.no),
        );
    }
    return ends;
  }

  private numberPlainForm(form: Form): number {
    const key = makeFormKey(form);
    const existing = this.numbers.get(key);
    if (existing !== undefined) return existing;
    const no = this.add(form);
    this.numbers.set(key, no);
    return no;
  }

  private numberPathForm(form: Form): number {
    const whole = joinParts(form.text);
    const existing = this.paths.get(whole);
    if (existing !== undefined) return existing;
    const no = this.add(form);
    this.paths.set(whole, no);
    const tail = makeTail(form.text);
    addToGroup(this.byTail, tail, no);
    return no;
  }

  private add({ kind, text }: Form): number {
    if (this.values.length >= VALUES_MAX) return -1;
    const no = this.values.length;
    this.values.push({ no, kind, text, spellings: new Set(), origins: [] });
    return no;
  }
}

/** The key of a form. An identifier has the same key with and without what joins its parts. */
function makeFormKey({ kind, spellings, text }: Form): string {
  const normal = normaliseSpelling(kind === "identifier" ? text : (spellings.at(-1) ?? text));
  return `${kind} ${kind === "identifier" ? normal.replaceAll(" ", "") : normal}`;
}

function joinParts(path: string): string {
  return pathParts(path).join("/").toLowerCase();
}

/** The last parts of a path by which it is found. A shorter end would name too many files. */
function makeTail(path: string): string {
  return pathParts(path).slice(-2).join("/").toLowerCase();
}

/** Whether one path is the end of the other. */
function isOnePath(a: string, b: string): boolean {
  const [path, otherPath] = [joinParts(a), joinParts(b)];
  return path === otherPath || path.endsWith(`/${otherPath}`) || otherPath.endsWith(`/${path}`);
}

/**
 * Reads the values of every text once, a block per step.
 * @param plans of the recording, whose steps are values too
 */
export function* collectValues(
  recording: Recording,
  plans: readonly Plan[],
): Generator<undefined, ValueTable> {
  const { blocks } = recording.session;
  const table = new ValueTable();
  const { resultOf } = pairCalls(recording.session);
  const shownFiles = new Set((yield* fileActs.inSteps(recording)).map(({ block }) => block));
  for (const [no, block] of blocks.entries()) {
    const text = isCounted(block) ? readFullText(recording, block)?.slice(0, TEXT_CHARS_MAX) : undefined;
    if (text === undefined) continue;
    let count = 0;
    for (const form of scanBlockForms(block, text, {
      hasRun: resultOf.has(no),
      showsFile: shownFiles.has(no),
    })) {
      table.take(form, no);
      if (++count >= VALUES_PER_TEXT_MAX) break;
    }
    yield;
  }
  for (const { steps } of plans)
    for (const step of steps)
      for (const { text } of step.wordings)
        if (hasSomeWords(text)) table.take(makePhraseForm("step", text), null);
  return table;
}

/** The steps of the plans at a turn, as the table has them. */
export function* listSteps(
  table: ValueTable,
  plans: readonly Plan[],
  turn: TurnIndex,
): Generator<CountedValue> {
  for (const { steps } of plans)
    for (const step of steps) {
      const text = getStepText(step, turn);
      if (!isStatedAt(step, turn) || !hasSomeWords(text)) continue;
      const value = table.take(makePhraseForm("step", text), null);
      if (value !== null) yield value;
    }
}

/** Whether the values that a block says are counted, see {@link UNCOUNTED}. */
export function isCounted({ kind }: Pick<Block, "kind">): boolean {
  return !UNCOUNTED.has(kind);
}

interface Role {
  /** For a call: whether it has a result. */
  readonly hasRun: boolean;
  /** For a result: whether it shows a file, whose lines are no messages of the tool. */
  readonly showsFile: boolean;
}

function* scanBlockForms(block: Block, text: string, { hasRun, showsFile }: Role): Generator<Form> {
  if (block.kind === "tool_call") {
    yield* scanForms(readLeaves(text));
    if (hasRun && isShell(plainToolName(block.toolName))) {
      const command = extractCommand(text);
      if (command.trim() !== "") yield makePhraseForm("command", command);
    }
    return;
  }
  yield* scanForms(text);
  if (block.kind === "tool_result" && !showsFile) yield* scanErrorForms(block, text);
  if (!USER_KINDS.has(block.kind)) return;
  const typed = findTypedText(text);
  if (hasSomeWords(typed) && !BARE_COMMAND.test(typed)) yield makePhraseForm("message", typed);
  yield* findListedItems(text);
}

const ONLY_TAGS = /^\s*(?:<([\w-]{1,40})>[^<]*<\/\1>\s*){1,9}$/;
const TAG = /<\/?[\w-]{1,40}>/;
const BARE_COMMAND = /^\/\S*$/;

/** What was typed last, of a command that its program writes in tags: its arguments, else its name. */
function findTypedText(text: string): string {
  if (!ONLY_TAGS.test(text)) return text.trim();
  const parts = text.split(TAG).map((part) => part.trim());
  return parts.findLast((part) => part !== "") ?? "";
}

/**
 * Finds the errors of a result. One that its program marks as failed and in which no line has the form of an error says it in its
 * first line.
 */
function* scanErrorForms({ isError }: Block, text: string): Generator<Form> {
  let found = false;
  for (const form of findErrors(text)) {
    found = true;
    yield form;
  }
  if (found || (!isError && !saysFailure(text))) return;
  const first = text
    .replace(/<\/?\w{1,40}>/g, "")
    .split("\n")
    .find((line) => hasSomeWords(line));
  if (first !== undefined) yield makePhraseForm("error", first.slice(0, FIRST_LINE_CHARS_MAX));
}

const FIRST_LINE_CHARS_MAX = 200;

/** The arguments without the names of the parameters and without escapes. */
function readLeaves(args: string): string {
  const leaves: string[] = [];
  const open: unknown[] = [parseJsonOrText(args)];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value === "object" && value !== null)
      open.push(...Object.values(value as object).toReversed());
    else leaves.push(String(value));
  }
  return leaves.join("\n");
}
