import { findKeptFolder } from "@/lib/client/files";

interface RunOutcome {
  readonly calls: number;
  /** On disk, for the next run. */
  readonly waiting: number;
  readonly lost: number;
  /** Of the sessions, the first ones first. A command may have several: sub-agents have their own. */
  readonly addresses: readonly string[];
  /** Providers whose calls nothing can see, each with the reason. */
  readonly unseen: readonly string[];
}

const ADDRESSES_SHOWN = 5;

/**
 * One line after a command or a proxy, whose own words nothing interrupts: what was recorded, what waits where, and what could
 * not be seen.
 */
export function describeRecorded({ calls, waiting, lost, addresses, unseen }: RunOutcome): string {
  const more = addresses.length - ADDRESSES_SHOWN;
  const shown = addresses.slice(0, ADDRESSES_SHOWN).join(" ");
  const where = addresses.length === 0 ? "" : `: ${shown}${more > 0 ? ` and ${more} more` : ""}`;
  return [
    calls === 0 ? "no model call was recorded" : `${describeCalls(calls)} recorded${where}`,
    ...(waiting > 0 ? [`${describeCalls(waiting)} in ${findKeptFolder()}, which the next run sends`] : []),
    ...(lost > 0 ? [`${describeCalls(lost)} lost`] : []),
    ...(unseen.length > 0 ? [`not seen: ${unseen.join("; ")}`] : []),
  ].join(" · ");
}

function describeCalls(count: number): string {
  return count === 1 ? "1 call" : `${count} calls`;
}
