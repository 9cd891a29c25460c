import type { Call } from "./calls";
import type { OtelMessage } from "./spans/facts";
import { Fingerprints } from "./fingerprints";

/** The calls of one thread that go on from one another: one window through time. The calls themselves are not kept. */
export class Lineage {
  /** What the first window opens with, to name a lineage by. */
  opening = "";
  size = 0;
  /** What the newest window and the answer to it hold. */
  private known = new Set<string>();
  private system = "";
  private hasTools = false;

  constructor(private readonly fingerprints: Fingerprints) {}

  /** How much of what a call shows this lineage has seen last. 0 when the call is not of it. */
  overlap(call: Call): number {
    const items = bodyOf(call).flatMap((message) => message.items);
    const shared = items.filter((item) => {
      const fingerprint = this.fingerprints.of(item);
      if (item.kind === "tool_result" && this.known.has(fingerprint.replace("tool_result:", "tool_call:")))
        return true;
      return this.known.has(fingerprint);
    });
    const isOther = this.system !== "" && systemOf(call, this.fingerprints) !== this.system;
    const onlySpoken = shared.every((item) => item.kind === "user_message");
    return isOther && onlySpoken && (call.tools !== undefined) !== this.hasTools ? 0 : shared.length;
  }

  /** Whether a call that shows nothing known starts over under the same instructions. */
  hasSameFrame(call: Call): boolean {
    return (
      this.system !== "" &&
      systemOf(call, this.fingerprints) === this.system &&
      (call.tools !== undefined) === this.hasTools
    );
  }

  add(call: Call): void {
    if (this.size++ === 0)
      this.opening = bodyOf(call).flatMap((message) => message.items)[0]?.content ?? call.key;
    const goesOn = call.isDelta === true || call.previousId !== undefined;
    if (!goesOn || this.system === "") this.system = systemOf(call, this.fingerprints) || this.system;
    this.hasTools ||= call.tools !== undefined;
    const fresh = new Set(goesOn ? this.known : []);
    for (const message of bodyOf(call))
      for (const item of message.items) fresh.add(this.fingerprints.of(item));
    for (const item of call.answer ?? []) fresh.add(this.fingerprints.of(item));
    this.known = fresh;
  }

  get usesTools(): boolean {
    return this.hasTools;
  }
}

/** Sorts the calls of one thread into lineages, in the order that they were made. */
export class LineageSorter {
  private readonly fingerprints = new Fingerprints();
  private readonly lineages: Lineage[] = [];
  private readonly byResponse = new Map<string, Lineage>();
  private latest: Lineage | undefined;

  /**
   * The lineage of the next call: the one whose response it points to, else the one whose window it shares most with.
   * `null` for a call that shows no messages, which belongs to the main lineage.
   */
  add(call: Call): Lineage | null {
    if (call.messages === undefined) return null;
    let lineage = chosen(call, this.lineages, this.byResponse, this.latest);
    if (lineage === undefined) this.lineages.push((lineage = new Lineage(this.fingerprints)));
    lineage.add(call);
    if (call.responseId !== undefined) this.byResponse.set(call.responseId, lineage);
    this.latest = lineage;
    return lineage;
  }

  /** The lineages, the main one first. */
  inOrder(): Lineage[] {
    return [...this.lineages].sort((a, b) => b.size - a.size || Number(b.usesTools) - Number(a.usesTools));
  }
}

function chosen(
  call: Call,
  lineages: readonly Lineage[],
  byResponse: ReadonlyMap<string, Lineage>,
  latest: Lineage | undefined,
): Lineage | undefined {
  const pointed = call.previousId === undefined ? undefined : byResponse.get(call.previousId);
  if (pointed !== undefined) return pointed;
  const scored = lineages.map((lineage) => ({ lineage, score: lineage.overlap(call) }));
  const best = scored.reduce<(typeof scored)[number] | undefined>(
    (a, b) => (a !== undefined && a.score >= b.score ? a : b),
    undefined,
  );
  if (best !== undefined && best.score > 0) return best.lineage;
  if (call.isDelta === true) return latest;
  return lineages.findLast((lineage) => lineage.hasSameFrame(call));
}

/** The messages of a call without the instructions that lead them. */
export function bodyOf({ messages = [] }: Pick<Call, "messages">): readonly OtelMessage[] {
  const start = messages.findIndex((message) => message.role !== "system");
  return start < 0 ? [] : messages.slice(start);
}

/** The instructions of a call, wherever they stand. */
export function systemItemsOf({ system = [], messages = [] }: Pick<Call, "system" | "messages">) {
  const start = messages.findIndex((message) => message.role !== "system");
  const leading = start < 0 ? messages : messages.slice(0, start);
  return [...system, ...leading.flatMap((message) => message.items)];
}

function systemOf(call: Call, fingerprints: Fingerprints): string {
  return fingerprints.ofAll(systemItemsOf(call)).join(" ");
}

/** What tells when a call was made. */
export type CallTime = Pick<Call, "at" | "sequence" | "endedAt" | "key"> & {
  readonly messages?: { readonly length: number } | undefined;
};

/**
 * Calls in the order that they were made, whatever order they came in. Clocks are coarse: of two calls that began in the same
 * millisecond, the one that says more followed.
 */
export function byTime(a: CallTime, b: CallTime): number {
  return (
    a.at - b.at ||
    (a.sequence ?? 0) - (b.sequence ?? 0) ||
    (a.messages?.length ?? 0) - (b.messages?.length ?? 0) ||
    a.endedAt - b.endedAt ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}
