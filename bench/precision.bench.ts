import { existsSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { analyseRecording, findAll } from "@/lib/core/findings/find";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { groupFiles } from "@/lib/importers/group";
import { filesBelow, openImportFile, runImporter } from "@/lib/testing/import-file";
import { readLabels } from "./labels/read-labels";
import { halfSchema } from "./labels/schema";
import type { Half, Label } from "./labels/schema";
import type { LabelledFinding } from "./labels/score";
import { isTold, markOf, readStanding, countTally, findVerdict } from "./labels/score";
import { hold } from "./report";

/**
 * The findings of real sessions against what people said of them. Prints per rule and standing how many were read as
 * true, and the share of failures named by people that is told.
 */
const LABELS = path.join(import.meta.dirname, "labels");
const BOUNDS = [
  ["proved serious", 0.95],
  ["proved warning", 0.85],
  ["suspected", 0.6],
] as const;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    half: { type: "string", default: "work" },
    list: { type: "boolean", default: false },
    only: { type: "string", default: "" },
  },
});
const [folder] = positionals;
if (folder === undefined || !existsSync(folder))
  throw new Error("precision needs a folder with raw sessions: npm run bench -- precision FOLDER");

const half = halfSchema.parse(values.half);
const labels = new Map(
  readLabels(LABELS)
    .filter((label) => label.half === half)
    .map((label) => [label.file, label]),
);
const found: LabelledFinding[] = [];
const failures: {
  readonly label: Label;
  readonly failure: Label["failures"][number];
  readonly told: boolean;
}[] = [];
let sessions = 0;
for (const { name, place } of listEntries(folder, half)) {
  if (!name.includes(values.only)) continue;
  const label = labels.get(name);
  const before = found.length;
  for await (const one of readFindings(name, place, label)) found.push(one);
  const own = found.slice(before).map(({ finding }) => finding);
  for (const failure of label?.failures ?? [])
    failures.push({ label: label as Label, failure, told: isTold(failure, own) });
  if (label === undefined) console.log(`  no label: ${name}`);
}
console.log(`${sessions} sessions of ${half}, ${labels.size} labels, ${found.length} findings\n`);
if (values.list) list();
printPrecision();
printTold();
for (const [standing, atLeast] of BOUNDS) {
  const { precision } = countTally(found.filter(({ finding }) => readStanding(finding) === standing));
  if (precision !== null) hold({ what: `precision of what is ${standing}`, value: precision, atLeast });
}

/** The files and folders at `…/HALF/FORMAT/NAME` below a folder, wherever in it. */
function listEntries(below: string, asked: Half): { name: string; place: string }[] {
  return readdirSync(below, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name }) => {
      const at = path.join(below, name);
      if (name !== "work" && name !== "held") return listEntries(at, asked);
      return name === asked ? listEntriesOfHalf(at) : [];
    });
}

function listEntriesOfHalf(at: string): { name: string; place: string }[] {
  return readdirSync(at, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap((format) => readdirSync(path.join(at, format.name)).map((name) => `${format.name}/${name}`))
    .sort()
    .map((name) => ({ name, place: path.join(at, name) }));
}

async function* readFindings(
  name: string,
  place: string,
  label: Label | undefined,
): AsyncGenerator<LabelledFinding> {
  const isFolder = statSync(place).isDirectory();
  const names = isFolder ? filesBelow(place) : [path.basename(place)];
  const at = isFolder ? place : path.dirname(place);
  const files = await Promise.all(names.map((file) => openImportFile(path.join(at, file), file)));
  const { groups, unrecognised } = groupFiles(files);
  if (groups.length === 0)
    console.log(`  not imported: ${name} ${unrecognised.map(({ reason }) => reason).join("; ")}`);
  for (const { importer, files: own } of groups)
    for (const [session, events] of (await runImporter(importer, own)).sessions) {
      sessions += 1;
      const { findings } = findAll(analyseRecording(foldRecording(events)));
      for (const finding of findings)
        yield {
          file: name,
          session,
          finding,
          mark: markOf(finding),
          verdict: findVerdict(finding, session, label),
        };
    }
}

function list(): void {
  for (const { file, session, finding, mark, verdict } of found) {
    if (finding.severity === "note") continue;
    const { code, from, to, sentence, blocks } = finding;
    console.log(`${file} ${session}`);
    console.log(`  ${readStanding(finding)} ${code} turns ${from}–${to} ${mark} ${verdict ?? "unread"}`);
    console.log(`  ${sentence}`);
    console.log(`  ${blocks.join(" ")}\n`);
  }
}

function printPrecision(): void {
  console.log(
    `${"".padEnd(46)}${["found", "true", "false", "useless", "unread", "precision"].map((head) => head.padStart(10)).join("")}`,
  );
  const rows = [
    ...groupFindings(found, ({ finding }) => `${readStanding(finding)} ${finding.code}`),
    ...groupFindings(found, ({ finding }) => `all ${readStanding(finding)}`),
  ];
  for (const [what, own] of rows) {
    const tally = countTally(own);
    const cells = [own.length, tally.true, tally.false, tally["not useful"], tally.unlabelled];
    const precision = tally.precision === null ? "–" : tally.precision.toFixed(2);
    console.log(
      `${what.padEnd(46)}${[...cells, precision].map((cell) => String(cell).padStart(10)).join("")}`,
    );
  }
}

function printTold(): void {
  for (const [what, own] of [
    ["structural", failures.filter(({ failure }) => failure.structural)],
    ["of meaning", failures.filter(({ failure }) => !failure.structural)],
  ] as const) {
    const told = own.filter((one) => one.told).length;
    console.log(`\nfailures named by people, ${what}: ${told} of ${own.length} told`);
    for (const { label, failure } of own.filter((one) => !one.told))
      console.log(`  not told: ${label.file} ${failure.code ?? "(no rule)"} ${failure.what}`);
  }
}

function groupFindings(all: readonly LabelledFinding[], key: (one: LabelledFinding) => string) {
  const groups = new Map<string, LabelledFinding[]>();
  for (const one of all) groups.set(key(one), [...(groups.get(key(one)) ?? []), one]);
  return [...groups].sort(([a], [b]) => (a < b ? -1 : 1));
}
