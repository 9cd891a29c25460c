import { estimateCharsHeld } from "../chars-held";
import { isSameValue } from "@/lib/core/same-value";
import { shareParts } from "./share-parts";
import type { TextStore } from "./tree";
import { extractTexts, hashText } from "./tree";

/** How many records a new one may continue: those of a stream's main window, of a sub-agent, of a side call. */
const LATEST_MAX = 4;

/** The part that repeats from record to record of a stream: a request with its list of messages. */
export interface Repeating {
  readonly value: unknown;
  readonly list: readonly unknown[] | undefined;
}

/**
 * What this process knows to be stored of a stream: the latest records, and the hashes of their parts. A record that
 * repeats an earlier one is compared with it, and only its new parts are extracted, hashed and written. It belongs to
 * one writer at a time, and is invalid after a failed write.
 */
export class StreamMemory implements TextStore {
  private readonly elements = new WeakMap<object, { readonly node: unknown }>();
  private readonly runs = new WeakMap<object, { readonly run: readonly unknown[]; readonly hash: string }>();
  private readonly latest: Repeating[] = [];
  private hashes = new Map<string, string>();
  private hashesBefore = new Map<string, string>();
  private fresh = new Map<string, string>();

  /** The epoch of the stream in which all of this was stored; `null` before anything was stored. */
  epoch: string | null = null;

  /** The value is changed in place: parts that equal an earlier record's become the same objects. */
  share(next: Repeating): unknown {
    const before = this.predecessor(next);
    const model = before ?? this.latest[0];
    const value = model === undefined ? next.value : shareParts(model.value, next.value);
    if (before !== undefined) this.latest.splice(this.latest.indexOf(before), 1);
    this.latest.unshift({ ...next, value });
    this.latest.splice(LATEST_MAX);
    return value;
  }

  weight(): number {
    return this.latest.reduce((sum, { value }) => sum + estimateCharsHeld(value), 0);
  }

  jsonOf(value: unknown): string {
    return JSON.stringify(extractTexts(value, this));
  }

  /** `taken` then collects the parts that are not stored yet. */
  begin(): void {
    this.hashesBefore = this.hashes;
    this.hashes = new Map();
    this.fresh = new Map();
  }

  get taken(): ReadonlyMap<string, string> {
    return this.fresh;
  }

  put(text: string): string {
    const knownHash = this.hashes.get(text) ?? this.hashesBefore.get(text);
    const hash = knownHash ?? hashText(text);
    this.hashes.set(text, hash);
    if (knownHash === undefined) this.fresh.set(hash, text);
    return hash;
  }

  elementNode(element: object): unknown {
    return this.elements.get(element)?.node;
  }

  noteElement(element: object, node: unknown): void {
    this.elements.set(element, { node });
  }

  runHash(run: readonly unknown[]): string | undefined {
    const entry = isObject(run[0]) ? this.runs.get(run[0]) : undefined;
    return entry?.run.every((node, i) => node === run[i]) === true ? entry.hash : undefined;
  }

  noteRun(run: readonly unknown[], hash: string): void {
    if (isObject(run[0])) this.runs.set(run[0], { run, hash });
  }

  /**
   * The record that a value continues: one whose last message is at the same place in it, else one with the same first
   * message.
   */
  private predecessor({ list = [] }: Repeating): Repeating | undefined {
    const goesOn = (at: (before: readonly unknown[]) => number) =>
      this.latest.find(({ list: before = [] }) => {
        const i = at(before);
        return before.length > 0 && i < list.length && isSameValue(before[i], list[i]);
      });
    return goesOn((before) => before.length - 1) ?? goesOn(() => 0);
  }
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
