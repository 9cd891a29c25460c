import { listOwnLines } from "../../proof/shared-lines";
import { readTextOfBlock } from "../../trace/fold/recording";
import { computePerSession } from "../rule/per-session";
import type { FindingInput } from "../rule/rule";

/**
 * The most blocks whose lines are kept: a file that is read again and again is split once, and a long session is not held twice.
 */
const KEPT_MAX = 64;

type Scene = Pick<FindingInput, "session" | "recording">;

/** The lines of blocks (see `listOwnLines`), those asked for last kept. */
class OwnLines {
  private readonly kept = new Map<number, ReadonlySet<string>>();

  constructor(private readonly scene: Scene) {}

  /** @param block index into `Session.blocks` */
  of(block: number): ReadonlySet<string> {
    const keptLines = this.kept.get(block);
    this.kept.delete(block);
    const lines = keptLines ?? this.split(block);
    this.kept.set(block, lines);
    const [oldest] = this.kept.keys();
    if (this.kept.size > KEPT_MAX && oldest !== undefined) this.kept.delete(oldest);
    return lines;
  }

  private split(number: number): ReadonlySet<string> {
    return listOwnLines(readTextOfBlock(this.scene.recording, number));
  }
}

export const readOwnLines = computePerSession((scene: Scene) => new OwnLines(scene));
