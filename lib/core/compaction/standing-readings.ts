import { splitLines } from "../evidence/fetched-again";
import type { Sources } from "../evidence/sources";
import type { Recording } from "../trace/fold/recording";
import { readFullText } from "../trace/fold/recording";
import type { TurnIndex } from "../units";
import type { ResidencyIndex } from "../window/residency-index";

const READINGS_MAX = 20;
const MOST = 0.5;

/**
 * Tells a call that brings back what had left from one that reads on beside a reading that still stands.
 *
 *     r1: lines 178-202 of a.ts, which left · r2: lines 181-210, which stands · r3: lines 181-230
 *     What r3 has of r1 stands in r2: r1 was not fetched again.
 */
export class StandingReadings {
  constructor(
    private readonly recording: Recording,
    private readonly sources: Sources,
    private readonly standing: ResidencyIndex,
  ) {}

  /** Whether other readings that stood at a turn say most of the lines that a result shares with one that had left. */
  saysMost(leftBlock: number, result: number, turn: TurnIndex): boolean {
    const now = new Set(this.linesOf(result));
    const shared = this.linesOf(leftBlock).filter((line) => now.has(line));
    if (shared.length === 0) return false;
    const lines = new Set(
      this.standingBeside(leftBlock, result, turn).flatMap((block) => this.linesOf(block)),
    );
    return shared.filter((line) => lines.has(line)).length >= shared.length * MOST;
  }

  private standingBeside(leftBlock: number, result: number, turn: TurnIndex): number[] {
    const beside = [...new Set([...this.sources.sameAs(leftBlock), ...this.sources.sameAs(result)])];
    return beside
      .filter((block) => block !== leftBlock && block !== result && block < result)
      .filter((block) => this.standing.findAt(block, turn)?.mode === "full")
      .slice(-READINGS_MAX);
  }

  private linesOf(block: number): string[] {
    const facts = this.recording.session.blocks[block];
    const text = facts === undefined ? null : readFullText(this.recording, facts);
    return splitLines(text ?? "");
  }
}
