import { count, plural } from "../format/format";

const UNITS = ["kB", "MB", "GB", "TB"] as const;
const STEP = 1_000;
const SHOWN_FROM = 100;

/** A size on a disk: 812 bytes, 4.2 MB, 120 GB. */
export function describeBytes(bytes: number): string {
  if (bytes < STEP) return plural(Math.round(bytes), "byte");
  let size = bytes / STEP;
  let unit = 0;
  for (; size >= STEP && unit < UNITS.length - 1; unit++) size /= STEP;
  return `${size < SHOWN_FROM ? size.toFixed(1).replace(/\.0$/, "") : count(Math.round(size))} ${UNITS[unit]}`;
}

interface Preview {
  readonly sessions: number;
  readonly bytes: number;
  readonly bySize: number;
  readonly held: number;
}

/** What the rules would do now, in a sentence or two. */
export function describePreview({ sessions, bytes, bySize, held }: Preview): string {
  const sized = bySize === 0 ? "" : `, ${count(bySize)} of them because there is more than is kept`;
  const goes =
    sessions === 0
      ? "Nothing would be deleted now."
      : `${plural(sessions, "session")} would be deleted now, for which ${describeBytes(bytes)} were received${sized}.`;
  if (held === 0) return goes;
  const whose =
    held === 1 ? "1 session is old enough and stays" : `${count(held)} sessions are old enough and stay`;
  return `${goes} ${whose}: an incident or an open link holds ${held === 1 ? "it" : "them"}.`;
}

interface Stored {
  readonly projects: readonly { readonly name: string; readonly sessions: number; readonly bytes: number }[];
  readonly days: readonly { readonly day: string; readonly bytes: number }[];
  readonly otherBytes: number;
  readonly databaseBytes: number | null;
  readonly freeInTables: number | null;
  readonly disk: { readonly free: number; readonly size: number } | null;
  readonly daysLeft: number | null;
}

export interface StorageModel {
  readonly projects: readonly { readonly name: string; readonly size: string; readonly of: string }[];
  readonly sentences: readonly string[];
  /** `share` is that of the largest day. */
  readonly days: readonly { readonly day: string; readonly size: string; readonly share: number }[];
}

export function buildStorageModel(stored: Stored): StorageModel {
  const most = Math.max(1, ...stored.days.map(({ bytes }) => bytes));
  return {
    projects: stored.projects.map(({ name, sessions, bytes }) => ({
      name,
      size: describeBytes(bytes),
      of: `of ${plural(sessions, "session")}`,
    })),
    sentences: describeStorage(stored),
    days: stored.days.map(({ day, bytes }) => ({ day, size: describeBytes(bytes), share: bytes / most })),
  };
}

const FREE_SHOWN_FROM = 50_000_000;
const DAYS_SHOWN_MAX = 3_650;

/** What there is to say of the whole instance. */
function describeStorage({ otherBytes, databaseBytes, freeInTables, disk, daysLeft }: Stored): string[] {
  const free =
    freeInTables === null || freeInTables < FREE_SHOWN_FROM
      ? ""
      : ` About ${describeBytes(freeInTables)} of that is free for new data; npm run compact gives it back to the disk.`;
  return [
    ...(otherBytes === 0
      ? []
      : [`For other projects of this instance ${describeBytes(otherBytes)} were received.`]),
    databaseBytes === null
      ? "How much the database takes is not known here."
      : `The whole database takes ${describeBytes(databaseBytes)}, with everything derived from the traces.${free}`,
    disk === null
      ? "The disk of the database is not known here."
      : `Its disk has ${describeBytes(disk.free)} left of ${describeBytes(disk.size)}${describeLeft(daysLeft)}.`,
  ];
}

function describeLeft(days: number | null): string {
  if (days === null) return "";
  if (days > DAYS_SHOWN_MAX) return ", enough for more than ten years at the pace of the last 7 days";
  return `, enough for about ${plural(Math.floor(days), "day")} at the pace of the last 7 days`;
}
