import { chooseImporter } from "@/lib/importers/choose";
import type { Importer } from "@/lib/importers/reading/importer";
import type { Draw } from "../injected/draw";
import { mutated, withUnknownKey } from "./mutate";
import type { FileRecords } from "./records";
import { isBookkeeping, valueOf } from "./records";
import { textFile } from "../import-file";
import type { NamedText, ImportOutcome } from "./outcome";
import { outcomeOf } from "./outcome";

export interface Subject {
  readonly importer: Importer;
  readonly name: string;
  readonly records: FileRecords;
  readonly others: readonly NamedText[];
}

const UNKNOWN_KEY = "zz_unknown_key";
const SHOWN_CHARS = 160;

/**
 * Mutates the records of a file and checks that nothing is lost silently: every record is counted; a removed record
 * changes the result or was named as not read; an unknown key is named; a file that ends inside a record is reported.
 * @param whole the result of the unchanged file
 * @returns what was wrong, in words; empty if nothing was
 */
export async function lossesOf(subject: Subject, whole: ImportOutcome, draw: Draw): Promise<string[]> {
  const { list, isOne } = subject.records;
  const { records, done } = isOne ? { records: list, done: " nothing;" } : mutated(list, draw);
  if (!(await isStillOf(subject, records))) return [];
  const outcome = await outcomeWith(subject, records);
  const wrong = [
    ...(outcome.found - whole.found === records.length - list.length
      ? []
      : [`${records.length} records are counted as ${outcome.found - whole.found + list.length}`]),
    ...(outcome.named <= outcome.found ? [] : [`${outcome.named} of ${outcome.found} records are named`]),
    ...outcome.refused.map((issue) => `an event is refused: ${JSON.stringify(issue)}`),
    ...(await vanished(subject, records, outcome, draw)),
    ...(await unknownKey(subject, records, draw)),
    ...(await cutOff(subject, draw)),
  ];
  return wrong.map((what) => `after${done} ${what}`);
}

export function outcomeWith(
  { importer, name, records, others }: Subject,
  list: readonly unknown[],
): Promise<ImportOutcome> {
  return outcomeOf(importer, [{ name, text: records.write(list) }, ...others]);
}

/** Whether the format still accepts the mutated file. Otherwise the whole file is refused by name. */
async function isStillOf(subject: Subject, records: readonly unknown[]): Promise<boolean> {
  const before = await textFile(subject.name, subject.records.write(subject.records.list));
  if (subject.importer.recognise(before.sniff).missing !== null) return true;
  const { importer } = chooseImporter((await textFile(subject.name, subject.records.write(records))).sniff);
  return importer === subject.importer;
}

async function vanished(
  subject: Subject,
  records: readonly unknown[],
  outcome: ImportOutcome,
  draw: Draw,
): Promise<string[]> {
  if (records.length < 2) return [];
  const at = draw.int(0, records.length - 1);
  if (isBookkeeping(subject.importer.id, records[at]) || isPointer(records[at])) return [];
  const without = await outcomeWith(subject, records.toSpliced(at, 1));
  const isMissed = without.said !== outcome.said || without.named < outcome.named;
  const isRepeated = TELLS_TWICE.has(subject.importer.id) && isNamedIn(without.said, records[at]);
  return isMissed || isRepeated ? [] : [`record ${at} vanished: ${shown(records[at])}`];
}

/** A record that only says where its file goes on: among moved records that may be where it goes on anyway. */
function isPointer(record: unknown): boolean {
  return /"type":"leaf"/.test(JSON.stringify(valueOf(record)));
}

/**
 * Formats that state the same in two records: a result in its run and in the next request, or a summary in the display.
 */
const TELLS_TWICE: ReadonlySet<string> = new Set(["langfuse_trace", "roo_code"]);
const TEXT_CHARS_MIN = 12;

function isNamedIn(said: string, record: unknown): boolean {
  const { input, output, content } = (record ?? {}) as Record<string, unknown>;
  const texts = textsIn([input, output, content]).filter((text) => text.length >= TEXT_CHARS_MIN);
  return texts.length > 0 && texts.every((text) => said.includes(JSON.stringify(text.trim()).slice(1, -1)));
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") {
    const inner = valueOf(value);
    return typeof inner === "object" ? textsIn(inner) : [value];
  }
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(textsIn) : [];
}

async function unknownKey(subject: Subject, records: readonly unknown[], draw: Draw): Promise<string[]> {
  const at = draw.int(0, Math.max(0, records.length - 1));
  const changed = withUnknownKey(records[at], UNKNOWN_KEY);
  if (changed === records[at]) return [];
  const outcome = await outcomeWith(subject, records.with(at, changed));
  const isNamed = [...outcome.warnings.keys()].some((code) => code.startsWith("unknown_key"));
  if (isNamed || outcome.said.includes(UNKNOWN_KEY)) return [];
  // A skipped record is named as a whole.
  const without = await outcomeWith(subject, records.toSpliced(at, 1));
  return without.named < outcome.named ? [] : [`a key of record ${at} is not named: ${shown(records[at])}`];
}

async function cutOff({ importer, name, records, others }: Subject, draw: Draw): Promise<string[]> {
  const text = records.write(records.list);
  const kept = text.slice(0, draw.int(Math.floor(text.length / 3), text.length - 2)).trimEnd();
  const isList = text.trimStart().startsWith("[");
  if (!isList && /[}\],[]$/.test(kept)) return [];
  const outcome = await outcomeOf(importer, [{ name, text: kept }, ...others]);
  return outcome.named > 0 || outcome.warnings.has("incomplete_file")
    ? []
    : [`the file ends within a record at ${kept.length} and nothing says so`];
}

function shown(record: unknown): string {
  return (typeof record === "string" ? record : JSON.stringify(record)).slice(0, SHOWN_CHARS);
}
