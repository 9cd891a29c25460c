import { fullText } from "../trace/fold/recording";
import type { Recording } from "../trace/fold/recording";
import type { CallPairs } from "../window/call-pairs";

/** Tells the sources of results apart: the same call made again is the same source. */
export class Sources {
  private readonly names = new Map<number, string>();
  private readonly bySource = new Map<string, number[]>();

  constructor(recording: Recording, { callOf }: CallPairs) {
    const { blocks } = recording.session;
    for (const [result, call] of callOf) {
      const block = blocks[call];
      if (block === undefined) continue;
      const version = block.versions[block.full];
      const name = `${block.toolName ?? ""}\n${version?.hash ?? fullText(recording, block) ?? call}`;
      this.names.set(result, name);
      const same = this.bySource.get(name) ?? [];
      same.push(result);
      this.bySource.set(name, same);
    }
  }

  /** The name of a result's source. What answers no call is a source of its own. */
  of(block: number): string {
    return this.names.get(block) ?? String(block);
  }

  /** The results of the same call, in the order of their blocks. */
  sameAs(block: number): readonly number[] {
    return this.bySource.get(this.of(block)) ?? [block];
  }
}
