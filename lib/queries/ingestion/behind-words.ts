import { formatDuration, plural } from "@/lib/view/format/format";
import type { AnalysesNow } from "@/lib/db/reads/analyses-now";
import type { Waiting } from "@/lib/db/reads/waiting";

/** Seconds: what waits for less is on its way. Analyses rest between two of a session that goes on. */
const UNREADABLE_S = 60;
const ANALYSES_S = 120;
/** A worker says something every five seconds. */
const SILENT_S = 20;
/** A session of 10,000 turns takes half a minute of a quiet machine. */
const RUNNING_S = 300;
const BACKUP_S = 2 * 86_400;

/** What the operator is told of work that is behind. */
export function describeWaiting(waiting: readonly Waiting[]): string[] {
  return waiting.flatMap(({ what, count, oldestS }) => {
    if (what === "analyses")
      return oldestS < ANALYSES_S
        ? []
        : [`analysis is ${formatDuration(oldestS * 1_000)} behind, for ${plural(count, "session")}`];
    if (oldestS < UNREADABLE_S) return [];
    const [one, many] = NAMES[what];
    const waits = count === 1 ? `1 ${one} waits` : `${count.toLocaleString("en")} ${many} wait`;
    return [`${waits} to be readable, the oldest ${formatDuration(oldestS * 1_000)}`];
  });
}

/** An analysis that lasts is named while it runs; at its limits it is ended, and its session says so. */
export function describeAnalysisDelay({ running, oldestS }: AnalysesNow): string[] {
  if (oldestS < RUNNING_S) return [];
  const others = running > 1 ? `, beside ${plural(running - 1, "other")}` : "";
  return [`an analysis has run for ${formatDuration(oldestS * 1_000)} in a process of its own${others}`];
}

const NAMES = {
  sessions: ["session", "sessions"],
  streams: ["stream of records", "streams of records"],
  bodies: ["body of spans", "bodies of spans"],
} as const;

export function describeSilence(
  silent: readonly { readonly name: string; readonly silentS: number }[],
): string[] {
  return silent.flatMap(({ name, silentS }) =>
    silentS < SILENT_S ? [] : [`the ${name} has been silent for ${formatDuration(silentS * 1_000)}`],
  );
}

/** @param at when the last good backup was made; `null` where nobody makes any */
export function describeBackupAge(at: Date | null, now: number): string[] {
  const age = at === null ? 0 : (now - at.getTime()) / 1_000;
  return age < BACKUP_S ? [] : [`the last good backup is ${formatDuration(age * 1_000)} old`];
}
