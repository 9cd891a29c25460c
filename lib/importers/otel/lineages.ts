import type { Call } from "./calls";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import type { OtelMessage } from "./spans/facts";
import { countCommonPrefix } from "@/lib/core/common-prefix";
import { makeOnce } from "@/lib/core/once";
import { ListFold } from "../shared/list-fold";
import type { Weight } from "./held-lists";
import { countChars, continuesUnlisted, weighCall } from "./held-lists";
import { Fingerprints } from "./fingerprints";
import { listMessageItems } from "./spans/messages";

/** What a call lists, in the form in which it is compared. */
interface Shown {
  readonly items: readonly ShownItem[];
  readonly system: string;
  readonly hasTools: boolean;
}

interface ShownItem {
  readonly fingerprint: string;
  /** For a tool's result, the fingerprint of the call that it answers, which is as good. */
  readonly callFingerprint: string | undefined;
  readonly isSpoken: boolean;
}

/** Reads what calls list. Requests repeat their messages: the same one is not looked at again, nor a list that begins with the one before. */
class ShownMessages {
  private readonly of = makeOnce((message: OtelMessage) => message.items.map((item) => this.makeShown(item)));
  private readonly lists = new ListFold<OtelMessage, ShownItem[]>(
    () => [],
    (items, message) => {
      for (const item of this.of(message)) items.push(item);
    },
  );

  constructor(private readonly fingerprints: Fingerprints) {}

  readShown(call: Call): Shown {
    const items = [...this.lists.of(getBody(call))];
    return { items, system: makeSystemKey(call, this.fingerprints), hasTools: call.tools !== undefined };
  }

  private makeShown(item: SeenItem): ShownItem {
    const fingerprint = this.fingerprints.of(item);
    return {
      fingerprint,
      callFingerprint:
        item.kind === "tool_result" ? fingerprint.replace("tool_result:", "tool_call:") : undefined,
      isSpoken: item.kind === "user_message",
    };
  }
}

/** One conversation: what its newest window and answer hold, by fingerprints. */
export class Lineage {
  /** The text of the first message. */
  opening = "";
  /** How many calls it has. */
  size = 0;
  /** The content of the newest window and of the answer to it. */
  private held = new Set<string>();
  /** What is held only because the newest answer says it. */
  private heldOfAnswer: readonly string[] = [];
  /** The newest window, where it is all that is held beside the answer: a window that begins with it is only compared behind it. */
  private newestItems: readonly ShownItem[] | null = null;
  private system = "";
  private hasTools = false;
  private weight: Weight | null = null;
  private answered = 0;

  constructor(readonly place: number) {}

  /**
   * How much of the call's content is in the newest window. 0 when the call does not belong to this lineage.
   * @param enough where it stops counting
   */
  countOverlap({ items, system, hasTools }: Shown, enough = Infinity): number {
    const isOther = this.system !== "" && system !== this.system && hasTools !== this.hasTools;
    let shared = 0;
    let onlySpoken = true;
    for (const { fingerprint, callFingerprint, isSpoken } of items) {
      if (!this.held.has(fingerprint) && (callFingerprint === undefined || !this.held.has(callFingerprint)))
        continue;
      shared++;
      onlySpoken &&= isSpoken;
      if (shared >= enough && !(isOther && onlySpoken)) break;
    }
    return isOther && onlySpoken ? 0 : shared;
  }

  /** Whether the call lists only what is new, and its provider holds this lineage's window. */
  holdsUnlisted(call: Call): boolean {
    return this.weight !== null && continuesUnlisted(this.weight, weighOwn(call), call);
  }

  hasSameFrame({ system, hasTools }: Shown): boolean {
    return this.system !== "" && system === this.system && hasTools === this.hasTools;
  }

  /** @returns what its window and answer contain that those of the call before did not */
  add(call: Call, shownRequest: Shown, answer: readonly string[]): string[] {
    const { items, system, hasTools } = shownRequest;
    const isHeld = this.holdsUnlisted(call) && this.countOverlap(shownRequest, 1) === 0;
    if (this.size++ === 0) this.opening = listMessageItems(getBody(call))[0]?.content ?? call.key;
    const goesOn = call.isDelta === true || call.previousId !== undefined || isHeld;
    this.weigh(call, goesOn);
    if (!goesOn || this.system === "") this.system = system || this.system;
    this.hasTools ||= hasTools;
    const isGrown =
      !goesOn &&
      this.newestItems !== null &&
      countCommonPrefix(this.newestItems, items) === this.newestItems.length;
    const before = isGrown ? new Set(this.heldOfAnswer) : this.held;
    if (isGrown) for (const fingerprint of this.heldOfAnswer) this.held.delete(fingerprint);
    else this.held = new Set(goesOn ? before : []);
    const [addedItems, addedByAnswer]: [string[], string[]] = [[], []];
    const note = (fingerprint: string, to: string[]) => {
      if (this.held.has(fingerprint)) return;
      this.held.add(fingerprint);
      to.push(fingerprint);
    };
    for (const { fingerprint } of isGrown ? items.slice(this.newestItems?.length) : items)
      note(fingerprint, addedItems);
    for (const fingerprint of answer) note(fingerprint, addedByAnswer);
    this.heldOfAnswer = addedByAnswer;
    this.newestItems = goesOn ? null : items;
    return [...addedItems, ...addedByAnswer].filter((fingerprint) => !before.has(fingerprint));
  }

  private weigh(call: Call, goesOn: boolean): void {
    const ownWeight = weighOwn(call);
    const before = goesOn ? this.weight : null;
    const heldBefore = before === null ? 0 : before.window + this.answered;
    this.weight = {
      ...ownWeight,
      frame: ownWeight.frame || (before?.frame ?? 0),
      window: heldBefore + ownWeight.window,
    };
    this.answered = countChars(call.answer ?? []);
  }

  get usesTools(): boolean {
    return this.hasTools;
  }
}

/**
 * Sorts the calls of a session into lineages: conversations whose calls continue each other. A session has more than one where
 * a sub-agent or a side call talks beside the main conversation. A call belongs to the lineage that holds most of what it
 * lists. Capitals are messages of the user, small letters answers:
 *
 *     call 1: A        answers b   -> lineage 0   it is the first
 *     call 2: X        answers y   -> lineage 1   nothing of it is known
 *     call 3: A b C    answers d   -> lineage 0   which holds A and b; C and d are new
 *     call 4: X y Z    answers w   -> lineage 1   which holds X and y
 *     call 5: A        answers q   -> lineage 0   it went back to its beginning
 */
export class LineageSorter {
  private readonly fingerprints = new Fingerprints();
  private readonly messages = new ShownMessages(this.fingerprints);
  private readonly lineages: Lineage[] = [];
  private readonly byResponse = new Map<string, Lineage>();
  private readonly holders = new Map<string, Lineage[]>();
  private latest: Lineage | undefined;

  /**
   * The lineage whose response the call points to, else the one whose window it shares most with. `null` for
   * a call without messages, which belongs to the main lineage.
   */
  add(call: Call): Lineage | null {
    if (call.messages === undefined) return null;
    const shownRequest = this.messages.readShown(call);
    let lineage = this.chooseLineage(call, shownRequest);
    if (lineage === undefined) this.lineages.push((lineage = new Lineage(this.lineages.length)));
    for (const fingerprint of lineage.add(
      call,
      shownRequest,
      this.fingerprints.fingerprintAll(call.answer ?? []),
    ))
      this.noteHolder(fingerprint, lineage);
    if (call.responseId !== undefined) this.byResponse.set(call.responseId, lineage);
    this.latest = lineage;
    return lineage;
  }

  sortLineages(): Lineage[] {
    return [...this.lineages].sort((a, b) => b.size - a.size || Number(b.usesTools) - Number(a.usesTools));
  }

  private chooseLineage(call: Call, shownRequest: Shown): Lineage | undefined {
    const pointed = call.previousId === undefined ? undefined : this.byResponse.get(call.previousId);
    if (pointed !== undefined) return pointed;
    let best: Lineage | undefined;
    let bestScore = 0;
    for (const lineage of this.listHolders(shownRequest)) {
      const score = lineage.countOverlap(shownRequest, this.lineages.length === 1 ? 1 : undefined);
      if (score > bestScore) [best, bestScore] = [lineage, score];
    }
    if (best !== undefined) return best;
    if (call.isDelta === true) return this.latest;
    const holding = this.lineages.findLast((lineage) => lineage.holdsUnlisted(call));
    if (holding !== undefined) return holding;
    return this.lineages.findLast((lineage) => lineage.hasSameFrame(shownRequest));
  }

  private listHolders({ items }: Shown): Lineage[] {
    const found = new Set<Lineage>();
    for (const { fingerprint, callFingerprint } of items) {
      for (const lineage of this.holders.get(fingerprint) ?? []) found.add(lineage);
      if (callFingerprint !== undefined)
        for (const lineage of this.holders.get(callFingerprint) ?? []) found.add(lineage);
      if (found.size === this.lineages.length) return this.lineages;
    }
    return [...found].sort((a, b) => a.place - b.place);
  }

  private noteHolder(fingerprint: string, lineage: Lineage): void {
    const holders = this.holders.get(fingerprint);
    if (holders === undefined) this.holders.set(fingerprint, [lineage]);
    else if (!holders.includes(lineage)) holders.push(lineage);
  }
}

function weighOwn(call: Call): Weight {
  const frame = [...(call.tools ?? []), ...listSystemItems(call)];
  return weighCall(call, frame, countChars(listMessageItems(getBody(call))));
}

export function getBody({ messages = [] }: Pick<Call, "messages">): readonly OtelMessage[] {
  const start = messages.findIndex((message) => message.role !== "system");
  return start < 0 ? [] : messages.slice(start);
}

export function listSystemItems({ system = [], messages = [] }: Pick<Call, "system" | "messages">) {
  const start = messages.findIndex((message) => message.role !== "system");
  const leading = start < 0 ? messages : messages.slice(0, start);
  return [...system, ...listMessageItems(leading)];
}

function makeSystemKey(call: Call, fingerprints: Fingerprints): string {
  return fingerprints.fingerprintAll(listSystemItems(call)).join(" ");
}

/** What tells when a call was made. */
export type CallTime = Pick<Call, "at" | "sequence" | "endedAt" | "key"> & {
  readonly messages?: { readonly length: number } | undefined;
};

export function compareByTime(a: CallTime, b: CallTime): number {
  return (
    a.at - b.at ||
    (a.sequence ?? 0) - (b.sequence ?? 0) ||
    (a.messages?.length ?? 0) - (b.messages?.length ?? 0) ||
    a.endedAt - b.endedAt ||
    (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)
  );
}
