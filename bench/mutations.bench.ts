import type { ImportFile } from "@/lib/importers/reading/importer";
import { hasCorpus } from "@/lib/testing/corpus/corpus";
import { corpusEntries, openCorpusEntry } from "@/lib/testing/corpus/import-corpus";
import type { Subject } from "@/lib/testing/mutations/check";
import { lossesOf, outcomeWith } from "@/lib/testing/mutations/check";
import { fileRecords } from "@/lib/testing/mutations/records";
import type { NamedText } from "@/lib/testing/mutations/outcome";
import { Draw } from "@/lib/testing/injected/draw";
import { hold, note } from "./report";

/**
 * Files of recorded sessions with records dropped, repeated, moved, cut off, of unknown kinds, or with
 * unknown keys. Nothing may be lost silently. Large files are mutated less often. `SEED` chooses other
 * mutations, `ENTRY` the entries whose names contain it.
 */
const SEED = Number(process.env.SEED ?? 1);
const FILES_MAX = 4;
const CHARS_PER_ENTRY = 40_000_000;
const RUNS_MAX = 40;
const CONVERSIONS = 4;

let losses = 0;
let runs = 0;
if (!hasCorpus) console.log("SKIPPED: the trace corpus is not there");
const only = process.env.ENTRY ?? "";
for (const { entry } of hasCorpus ? corpusEntries() : []) if (entry.includes(only)) await mutateEntry(entry);
note("mutations", `${runs} runs, seed ${SEED}`);
hold({ what: "losses without a word", value: losses, atMost: 0 });

async function mutateEntry(entry: string): Promise<void> {
  const opened = await openCorpusEntry(entry);
  if (opened === null) return;
  const texts = await Promise.all(opened.files.map(readText));
  const chars = texts.reduce((sum, { text }) => sum + text.length, 0);
  const draw = new Draw(SEED);
  const chosen = texts.filter(({ text }) => /^\s*[[{]/.test(text)).slice(0, FILES_MAX);
  const count = Math.max(2, Math.min(RUNS_MAX, Math.floor(CHARS_PER_ENTRY / (chars * CONVERSIONS + 1))));
  const wrong: string[] = [];
  for (const file of chosen) {
    const subject: Subject = {
      importer: opened.importer,
      name: file.name,
      records: fileRecords(file.text),
      others: texts.filter((other) => other !== file),
    };
    const whole = await outcomeWith(subject, subject.records.list);
    for (let run = 0; run < count; run++, runs++) wrong.push(...(await lossesOf(subject, whole, draw)));
  }
  losses += wrong.length;
  note(entry, `${opened.importer.id}, ${chosen.length * count} runs, ${wrong.length} losses`);
  for (const what of wrong.slice(0, 5)) note("  lost", what);
}

async function readText(file: ImportFile): Promise<NamedText> {
  const parts: string[] = [];
  for await (const part of file.chunks()) parts.push(part);
  return { name: file.name, text: parts.join("") };
}
