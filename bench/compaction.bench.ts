import { existsSync } from "node:fs";
import path from "node:path";
import { sumSurvival, groupCompactions } from "@/lib/core/audit/compaction-groups";
import type { AuditedCompaction, CompactionGroup } from "@/lib/core/audit/compaction-groups";
import type { ClusteredShare } from "@/lib/core/audit/clustered-share";
import { buildReportsInSteps } from "@/lib/core/compaction/card";
import type { SurvivalKind } from "@/lib/core/compaction/kinds";
import { SURVIVAL_KINDS } from "@/lib/core/compaction/kinds";
import type { WantedHow } from "@/lib/core/compaction/wanted-again";
import { WANTED_HOWS } from "@/lib/core/compaction/wanted-again";
import { holdBill } from "@/lib/core/cost/analysed-bill";
import { deriveEvidence } from "@/lib/core/evidence/evidence-of";
import { buildPlans } from "@/lib/core/evidence/plan/plans-of";
import { finishSteps } from "@/lib/core/steps";
import { foldRecording } from "@/lib/core/trace/fold/recording";
import { groupFiles } from "@/lib/importers/group";
import { filesBelow, openImportFile, runImporter } from "@/lib/testing/import-file";

/** What the compactions of a folder of sessions kept, by program, beside what others have published. */
const PUBLISHED: Partial<Record<SurvivalKind, string>> = { path: "9.8%", command: "0.2%", number: "1.9%" };
const SOURCE =
  "vshulcz/deja-vu #543: 43 compactions of 58 transcripts, what the summary still says; decision sentences ~77%";

const [folder] = process.argv.slice(2);
if (folder === undefined || !existsSync(folder))
  throw new Error("compaction needs a folder with sessions: npm run bench -- compaction FOLDER");

interface Measured extends AuditedCompaction {
  readonly wanted: readonly WantedHow[];
}

const found: Measured[] = [];
let sessions = 0;
const files = await Promise.all(
  filesBelow(folder).map((file) => openImportFile(path.join(folder, file), file)),
);
for (const { importer, files: own } of groupFiles(files).groups)
  for (const [, events] of (await runImporter(importer, own)).sessions) {
    sessions += 1;
    found.push(...measureCompactions(foldRecording(events)));
  }

const known = found.filter(({ survival }) => survival !== null);
console.log(
  `${sessions} sessions, ${found.length} compactions, ${known.length} of which show the window before\n`,
);
printTable([...groupCompactions(found), groupAll(found)]);
printBeside();
printWanted();

function measureCompactions(recording: ReturnType<typeof foldRecording>): Measured[] {
  const { session } = recording;
  const plans = buildPlans(recording);
  const evidence = deriveEvidence(recording, plans);
  const bill = holdBill({ recording, evidence });
  const reports = finishSteps(buildReportsInSteps({ recording, plans, evidence, bill }));
  return reports
    .filter(({ card }) => card.is === "compaction")
    .map(({ card, wanted }) => ({
      session: session.meta.externalId,
      agent: session.meta.agent ?? session.meta.source?.format ?? null,
      model: session.meta.model ?? session.turns.find(({ model }) => model !== null)?.model ?? null,
      currency: null,
      trigger: card.trigger,
      survival: card.survival,
      price: card.price,
      wanted: wanted.map(({ how }) => how),
    }));
}

function groupAll(compactions: readonly Measured[]): CompactionGroup {
  const names = new Set(compactions.map(({ session }) => session));
  return {
    program: "all",
    version: null,
    model: null,
    trigger: null,
    sessions: names.size,
    compactions: compactions.length,
    ...sumSurvival(compactions),
    prices: [],
  };
}

function shareWords({ share, n, low, high }: ClusteredShare): string {
  if (share === null) return "–";
  const interval = low === null || high === null ? "" : ` (${formatPercent(low)}–${formatPercent(high)})`;
  return `${formatPercent(share)} of ${n}${interval}`;
}

function formatPercent(share: number): string {
  return `${(share * 100).toFixed(1)}%`;
}

function printTable(groups: readonly CompactionGroup[]): void {
  console.log(
    `| program | model | trigger | compactions | sessions | ${SURVIVAL_KINDS.join(" | ")} | unreadable |`,
  );
  console.log(`| --- | --- | --- | --: | --: | ${SURVIVAL_KINDS.map(() => "--:").join(" | ")} | --: |`);
  for (const { program, version, model, trigger, compactions, sessions: of, survival, unreadable } of groups)
    console.log(
      `| ${[program, version].filter(Boolean).join(" ") || "–"} | ${model ?? "–"} | ${trigger ?? "–"} | ${compactions} | ${of} | ${SURVIVAL_KINDS.map((kind) => shareWords(survival[kind])).join(" | ")} | ${unreadable} |`,
    );
}

/** The published figures are of what the summary says, so these are, too. */
function printBeside(): void {
  console.log(`\nIn the summary alone, beside ${SOURCE}:`);
  for (const kind of SURVIVAL_KINDS) {
    const before = sum(kind, "before") - sum(kind, "unreadable");
    if (before === 0) continue;
    const own = `${formatPercent(sum(kind, "inSummary") / before)} of ${before}`;
    console.log(`  ${kind.padEnd(10)} ${own.padEnd(18)} ${PUBLISHED[kind] ?? "–"}`);
  }
}

function sum(kind: SurvivalKind, field: "before" | "unreadable" | "inSummary"): number {
  return found.reduce((total, { survival }) => total + (survival?.[kind][field] ?? 0), 0);
}

function printWanted(): void {
  console.log("\nWanted again:");
  for (const how of WANTED_HOWS) {
    const own = found.map(({ wanted }) => wanted.filter((one) => one === how).length);
    const times = own.reduce((total, one) => total + one, 0);
    console.log(
      `  ${how.padEnd(12)} ${times} times, after ${own.filter((one) => one > 0).length} compactions`,
    );
  }
}
