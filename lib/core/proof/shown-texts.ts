import type { Recording } from "../trace/fold/recording";
import type { Residency } from "../trace/session";
import type { TurnIndex } from "../units";
import { normalSpelling } from "../evidence/values/spelling";
import type { NormalValue } from "./says";
import { normalValue, says, wordsOfText } from "./says";

type Shown = Pick<Residency, "block" | "version">;

interface Span {
  readonly from: TurnIndex;
  readonly to: TurnIndex | null;
}

/** What the blocks of a session show, and which of it says a value. Each text is read once for all values. */
export class ShownTexts {
  private readonly values = new Map<string, NormalValue>();
  /** By value, the versions of blocks (`block version`) whose words may say it. */
  private readonly candidates = new Map<string, Set<string>>();
  private readonly normals = new Map<string, string>();
  private readonly answers = new Map<string, boolean>();
  private readonly unread: readonly Span[];

  constructor(private readonly recording: Recording) {
    const { blocks, residencies, compactions } = recording.session;
    const unread = residencies.filter((residency) => {
      const block = blocks[residency.block];
      if (block === undefined || block.kind === "thinking") return false;
      return this.textOf(residency) === null || block.completeness !== "complete";
    });
    const opaque = compactions.flatMap(({ turn, summaryBlock }, i): Span[] => {
      const said = this.textOf({
        block: summaryBlock ?? -1,
        version: blocks[summaryBlock ?? -1]?.full ?? -1,
      });
      const next = compactions[i + 1]?.turn;
      return (said ?? "").trim() === "" ? [{ from: turn, to: next === undefined ? null : next - 1 }] : [];
    });
    this.unread = [...unread, ...opaque];
  }

  /** `null` where the source does not give it. */
  textOf({ block, version }: Shown): string | null {
    return this.recording.textOf(this.recording.session.blocks[block]?.versions[version]);
  }

  /** Looks for many values in one pass over all texts. */
  prepare(values: Iterable<string>): void {
    const byWord = new Map<string, string[]>();
    for (const written of values) {
      if (this.values.has(written)) continue;
      const value = normalValue(written);
      this.values.set(written, value);
      this.candidates.set(written, new Set());
      for (const word of value.words) {
        const known = byWord.get(word);
        if (known === undefined) byWord.set(word, [written]);
        else known.push(written);
      }
    }
    if (byWord.size === 0) return;
    for (const [block, { versions }] of this.recording.session.blocks.entries())
      for (const version of versions.keys()) {
        const text = this.textOf({ block, version });
        if (text === null) continue;
        for (const word of wordsOfText(text))
          for (const written of byWord.get(word) ?? [])
            this.candidates.get(written)?.add(nameOf({ block, version }));
      }
  }

  says(shown: Shown, written: string): boolean {
    this.prepare([written]);
    const value = this.values.get(written);
    if (value === undefined || this.candidates.get(written)?.has(nameOf(shown)) !== true) return false;
    const name = `${nameOf(shown)} ${written}`;
    const known = this.answers.get(name);
    if (known !== undefined) return known;
    const text = this.textOf(shown) ?? "";
    const answer = says(text, this.normalOf(shown, text), value);
    this.answers.set(name, answer);
    return answer;
  }

  /** The versions of blocks that say a value. */
  sayers(written: string): Shown[] {
    this.prepare([written]);
    return [...(this.candidates.get(written) ?? [])].flatMap((name) => {
      const [block = -1, version = -1] = name.split(" ").map(Number);
      return this.says({ block, version }, written) ? [{ block, version }] : [];
    });
  }

  /**
   * Whether a block of the window of one of these turns has a text that the source does not give, or gives in part. What a
   * compaction left is unknown where its summary is empty or missing, as where a provider encrypts it.
   */
  isUnread(from: TurnIndex, to: TurnIndex): boolean {
    return this.unread.some((one) => one.from <= to && (one.to ?? Infinity) >= from);
  }

  private normalOf(shown: Shown, text: string): string {
    const known = this.normals.get(nameOf(shown));
    if (known !== undefined) return known;
    const normal = normalSpelling(text);
    this.normals.set(nameOf(shown), normal);
    return normal;
  }
}

function nameOf({ block, version }: Shown): string {
  return `${block} ${version}`;
}
