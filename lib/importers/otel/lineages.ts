import type { Call } from "./calls";
import type { Message } from "./facts";
import { Fingerprints } from "./fingerprints";

/** The calls of one thread that go on from one another: one window through time. */
export class Lineage {
  readonly calls: Call[] = [];
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

  /** Whether a call that shows nothing known begins anew under the same instructions. */
  hasSameFrame(call: Call): boolean {
    return (
      this.system !== "" &&
      systemOf(call, this.fingerprints) === this.system &&
      (call.tools !== undefined) === this.hasTools
    );
  }

  add(call: Call): void {
    this.calls.push(call);
    if (call.messages === undefined) return;
    const goesOn = call.isDelta === true || call.previousId !== undefined;
    if (!goesOn || this.system === "") this.system = systemOf(call, this.fingerprints) || this.system;
    this.hasTools ||= call.tools !== undefined;
    const fresh = new Set(goesOn ? this.known : []);
    for (const message of bodyOf(call))
      for (const item of message.items) fresh.add(this.fingerprints.of(item));
    for (const item of call.answer ?? []) fresh.add(this.fingerprints.of(item));
    this.known = fresh;
  }

  get size(): number {
    return this.calls.length;
  }

  /** What the first window opens with, to name a lineage by. */
  get opening(): string {
    const first = this.calls.find((call) => call.messages !== undefined);
    const items = first === undefined ? [] : bodyOf(first).flatMap((message) => message.items);
    return items[0]?.content ?? this.calls[0]?.key ?? "";
  }

  get usesTools(): boolean {
    return this.hasTools;
  }
}

/**
 * Sorts the calls of one thread into lineages, the main one first. A call goes on with the lineage whose response it
 * points to, else the one whose window it shares most with; calls that show no messages belong to the main lineage.
 */
export function lineagesOf(calls: readonly Call[]): Lineage[] {
  const fingerprints = new Fingerprints();
  const lineages: Lineage[] = [];
  const byResponse = new Map<string, Lineage>();
  const unseen: Call[] = [];
  let latest: Lineage | undefined;
  for (const call of calls) {
    if (call.messages === undefined) {
      unseen.push(call);
      continue;
    }
    let lineage = chosen(call, lineages, byResponse, latest);
    if (lineage === undefined) lineages.push((lineage = new Lineage(fingerprints)));
    lineage.add(call);
    if (call.responseId !== undefined) byResponse.set(call.responseId, lineage);
    latest = lineage;
  }
  const order = new Map(lineages.map((lineage, i) => [lineage, i]));
  lineages.sort(
    (a, b) =>
      b.size - a.size ||
      Number(b.usesTools) - Number(a.usesTools) ||
      (order.get(a) ?? 0) - (order.get(b) ?? 0),
  );
  if (unseen.length === 0) return lineages;
  const main = lineages[0] ?? new Lineage(fingerprints);
  main.calls.push(...unseen);
  main.calls.sort(byTime);
  return lineages.length === 0 ? [main] : lineages;
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
export function bodyOf({ messages = [] }: Pick<Call, "messages">): readonly Message[] {
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

/**
 * Calls in the order that they were made, whatever order they came in. Clocks are coarse: of two calls that began in the same
 * millisecond, the one that says more followed.
 */
export function byTime(a: Call, b: Call): number {
  return (
    a.at - b.at ||
    (a.sequence ?? 0) - (b.sequence ?? 0) ||
    (a.messages?.length ?? 0) - (b.messages?.length ?? 0) ||
    a.endedAt - b.endedAt ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}
