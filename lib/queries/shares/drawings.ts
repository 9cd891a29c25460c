import { FairGate } from "@/lib/fair-gate";
import { nextRound } from "@/lib/rounds";
import { SingleFlight } from "../reader-process/single-flight";

const NEVER = new AbortController().signal;

/** Drawing an image takes a tenth of a second in one piece: one is drawn at a time, and the same one once for all who wait. */
export class Drawings {
  private readonly together = new SingleFlight<ArrayBuffer>();
  private readonly oneByOne = new FairGate({ atOnce: 1 });

  /** @param name the same for the same image */
  drawOnce(name: string, draw: () => Promise<ArrayBuffer>): Promise<ArrayBuffer> {
    return this.together.run(name, NEVER, () =>
      this.oneByOne.run(name, async () => {
        await nextRound("paused");
        return draw();
      }),
    );
  }
}
