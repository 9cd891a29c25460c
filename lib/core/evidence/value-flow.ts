import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { BlockVersion, Turn } from "../trace/session";
import type { TurnIndex } from "../units";
import type { SourceKind } from "../vocabulary";
import type { CallPairs } from "../window/call-pairs";
import type { EvidenceEdge, Skipped } from "./edge";
import {
  BLOCK_CHARS_MAX,
  BLOCK_VALUES_MAX,
  CONFIDENCE_MIN,
  EDGES_PER_USE_MAX,
  SESSION_CHARS_MAX,
  SOURCES_MAX,
} from "./values/limits";
import { HELD_KINDS, SAID_KINDS } from "./held-kinds";
import { findDays } from "./values/dates";
import { findFile } from "./values/positions";
import type { Match } from "./inferred-edge";
import { makeInferredEdge } from "./inferred-edge";
import { MemoryHints } from "./memory-hints";
import type { StepTimes, TimedStep } from "./step-times";
import type { ValueIndex } from "./value-index";
import type { ValuePlaces } from "./value-places";
import { normaliseSpelling } from "./values/spelling";
import type { OnValue } from "./values/values";
import { scanArguments, scanValues } from "./values/values";

const TELLS_DAYS: ReadonlySet<SourceKind> = new Set([
  "assistant_text",
  "plan",
  "state_summary",
  "compaction_summary",
  "user_message",
  "user_goal",
]);
const USE_KINDS: ReadonlySet<SourceKind> = new Set(["assistant_text", "tool_call"]);

/** The strength of a place when a memory gives only its host or folder. */
const PLACE_STRENGTH = 0.6;

type Use = Pick<EvidenceEdge["to"], "plan" | "step" | "block"> & {
  readonly turn: TurnIndex;
  readonly key: string;
};

/**
 * Walks a session turn by turn. Values that enter a window go into the index; values that the model writes
 * are looked up there. In this session `result:c1` says "order 7: total 1,284.50", and `call:c2` is made with it:
 *
 *     turn 1 enters result:c1    index: 1284.5 of result:c1
 *     turn 1 writes call:c2      1284.5 is looked up, and found
 *     edge result:c1 -> call:c2 at turn 1 by 1284.5
 */
export class ValueFlow {
  readonly edges: EvidenceEdge[] = [];
  work = 0;
  private chars = 0;
  /** The file that a call named last. A line number without a file belongs to it. */
  private file: string | null = null;
  private readonly seen = new Set<string>();
  private readonly hints: MemoryHints;

  constructor(
    private readonly recording: Recording,
    private readonly index: ValueIndex,
    private readonly places: ValuePlaces,
    private readonly calls: CallPairs,
    private readonly steps: StepTimes,
    private readonly skipped: Skipped,
  ) {
    this.hints = new MemoryHints(recording.session.blocks);
  }

  *run(): Generator<undefined, void> {
    const { turns, residencies } = this.recording.session;
    const entering = residencies
      .filter(({ mode }) => mode !== "reference")
      .toSorted((a, b) => a.from - b.from || a.rank - b.rank);
    let next = 0;
    for (const turn of turns) {
      for (; (entering[next]?.from ?? Infinity) <= turn.index; next++) {
        const residency = entering[next];
        if (residency !== undefined) this.enter(residency.block, residency.version);
      }
      if (turn.window.known) this.useIn(turn);
      else this.skipped.turns++;
      for (const block of turn.output) this.enter(block, this.recording.session.blocks[block]?.full ?? -1);
      yield;
    }
  }

  private useIn({ index: turn, output }: Turn): void {
    const active = this.steps.listActiveAt(turn);
    const linked = new Set<string>();
    const edges: EvidenceEdge[] = [];
    for (const number of output) {
      const block = this.recording.session.blocks[number];
      if (block === undefined || !USE_KINDS.has(block.kind)) continue;
      const step = chooseStep(active, block.toolName);
      const to = {
        turn,
        plan: step?.plan ?? null,
        step: step?.id ?? null,
        block: number,
        key: String(number),
      };
      const text = readFullText(this.recording, block);
      if (block.kind === "tool_call") this.file = findFile(text ?? "") ?? this.file;
      const scan = scanOf(block.kind, [text], this.file);
      for (const edge of this.makeEdges(to, text, scan)) {
        linked.add(`${edge.from} ${edge.to.step ?? ""}`);
        edges.push(edge);
      }
    }
    this.edges.push(...this.dropEchoes(edges));
    for (const { plan, id, text, number } of this.steps.listBegunAt(turn)) {
      const to = { turn, plan, step: id, block: null, key: `s${number}` };
      for (const edge of this.makeEdges(to, text, scanValues))
        if (!linked.has(`${edge.from} ${id}`)) this.edges.push(edge);
    }
  }

  /** A call that is written in a reply is one use: its values stand in the reply's text, too. */
  private dropEchoes(edges: readonly EvidenceEdge[]): readonly EvidenceEdge[] {
    const { blocks } = this.recording.session;
    const findUsingBlock = ({ to }: EvidenceEdge) => (to.block === null ? undefined : blocks[to.block]);
    const writtenCalls = edges.filter((edge) => {
      const block = findUsingBlock(edge);
      return block?.kind === "tool_call" && block.versions[block.full]?.tokens === 0;
    });
    if (writtenCalls.length === 0) return edges;
    const saysNoMore = (edge: EvidenceEdge) =>
      writtenCalls.some(
        ({ from, matched }) => from === edge.from && edge.matched.every((value) => matched.includes(value)),
      );
    return edges.filter((edge) => findUsingBlock(edge)?.kind !== "assistant_text" || !saysNoMore(edge));
  }

  private makeEdges(
    { key, ...to }: Use,
    text: string | null,
    scan: (text: string, onValue: OnValue) => void,
  ): EvidenceEdge[] {
    const byEvidence = new Map<number, Match[]>();
    this.read(text, scan, (value, strength) => {
      const match = this.matchOf(value, strength, to.turn) ?? this.matchHint(value, to.turn);
      if (match === null) return;
      const matches = byEvidence.get(match.where.from) ?? [];
      matches.push(match);
      byEvidence.set(match.where.from, matches);
    });
    const edges = [...byEvidence].map(([from, matches]) =>
      makeInferredEdge(`i${from}.${to.turn}.${key}`, to, matches),
    );
    edges.sort((a, b) => b.confidence - a.confidence || a.from - b.from);
    this.skipped.edges += Math.max(0, edges.length - EDGES_PER_USE_MAX);
    return edges.slice(0, EDGES_PER_USE_MAX);
  }

  private matchOf(value: string, strength: number, turn: TurnIndex): Match | null {
    const entry = this.index.get(value);
    if (entry === undefined || entry.sources > SOURCES_MAX) return null;
    const confidence = strength / Math.sqrt(entry.sources);
    const where = confidence < CONFIDENCE_MIN ? null : this.places.find(value, entry, turn);
    return where === null ? null : { value, confidence, where };
  }

  private matchHint(value: string, turn: TurnIndex): Match | null {
    const place = this.hints.placeOf(value);
    return place === null ? null : this.matchOf(place, PLACE_STRENGTH, turn);
  }

  private enter(number: number, versionNumber: number): void {
    const block = this.recording.session.blocks[number];
    const version: BlockVersion | undefined = block?.versions[versionNumber];
    const name = `${number} ${versionNumber}`;
    if (block === undefined || version === undefined || this.seen.has(name)) return;
    this.seen.add(name);
    const { index } = this;
    const text = this.recording.textOf(version);
    const call = this.recording.session.blocks[this.calls.callOf.get(number) ?? -1];
    const texts = call === undefined ? [text] : [readFullText(this.recording, call), text];
    const enter = (value: string) => {
      if (HELD_KINDS.has(block.kind)) index.addHeld(value, number);
      else if (SAID_KINDS.has(block.kind)) index.addSaid(value, number);
      else index.addKnown(value);
      this.hints.enter(value, block.kind);
    };
    this.read(text, scanOf(block.kind, texts, null), enter);
    if (TELLS_DAYS.has(block.kind))
      for (const day of findDays(normaliseSpelling((text ?? "").slice(0, BLOCK_CHARS_MAX)))) enter(day);
  }

  private read(text: string | null, scan: (text: string, onValue: OnValue) => void, onValue: OnValue): void {
    if (text === null) return;
    const room = Math.max(0, Math.min(BLOCK_CHARS_MAX, SESSION_CHARS_MAX - this.chars));
    const readText = text.length > room ? text.slice(0, room) : text;
    this.skipped.chars += text.length - readText.length;
    this.chars += readText.length;
    this.work += readText.length;
    const values = new Set<string>();
    scan(readText, (value, strength) => {
      if (values.has(value)) return;
      if (values.size >= BLOCK_VALUES_MAX) {
        this.skipped.values++;
        return;
      }
      values.add(value);
      this.work++;
      onValue(value, strength);
    });
  }
}

/** A scanner for values. Line numbers count as those of the file that one of `asked` names, else of `current`. */
function scanOf(
  kind: SourceKind,
  texts: readonly (string | null)[],
  current: string | null,
): (text: string, onValue: OnValue) => void {
  const file = texts.map((text) => findFile(text ?? "")).find((name) => name !== null) ?? current;
  const scan = kind === "tool_call" ? scanArguments : scanValues;
  return (text, onValue) => scan(text, onValue, file);
}

/** Chooses among the steps at work: the one that names the tool, else the one that began last. */
function chooseStep(active: readonly TimedStep[], tool: string | null): TimedStep | undefined {
  return active.findLast(({ text }) => tool !== null && text.includes(tool)) ?? active.at(-1);
}
