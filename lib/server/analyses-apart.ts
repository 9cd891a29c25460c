import type { EndedEarly } from "@/lib/answering-process";
import { AwayElsewhere } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { OtherProcesses } from "@/lib/metrics";
import type { NewAnalyses } from "@/lib/pipeline/analyse/analyse-new-sessions";
import { analyseEachAlone } from "@/lib/pipeline/analyse/analyse-new-sessions";
import type { Analyses } from "@/lib/pipeline/analyse/analyses";
import { refuseAnalysis } from "@/lib/pipeline/analyse/refuse-analysis";
import { AnalyserPlace, type AnalysisLimits } from "./analyser-place";
import type { AnalyserAnswer } from "./analyser-protocol";

/** A session of 30,000 turns with large results takes two minutes of a quiet machine and half of this memory. */
const LIMITS: AnalysisLimits = { ms: 15 * 60_000, heapMb: 1_536 };
/** The processes that one analysis may start, each after the one before was lost. */
const PROCESSES_MAX = 3;
/** How a process ends that has used up its memory. */
const OUT_OF_MEMORY: ReadonlySet<string> = new Set(["SIGABRT", "exit code 134"]);

interface ApartOptions {
  readonly limits?: AnalysisLimits;
  /** Is told what the processes count. */
  readonly others?: OtherProcesses;
  readonly onProcess?: (pid: number) => void;
}

/**
 * Has sessions analysed by two processes beside this one, of which one is for short sessions: they share what it has loaded and
 * compiled, and wait for no long one. No analysis blocks what makes turns readable, and one that is too large ends its own process only: its session then says so.
 */
export class AnalysesApart implements Analyses {
  private readonly limits: AnalysisLimits;
  private readonly short: AnalyserPlace;
  private readonly long: AnalyserPlace;

  constructor({
    limits = LIMITS,
    others = new OtherProcesses(),
    onProcess = () => undefined,
  }: ApartOptions = {}) {
    this.limits = limits;
    this.short = new AnalyserPlace("analyser of short sessions", limits, others, onProcess);
    this.long = new AnalyserPlace("analyser", limits, others, onProcess);
  }

  async ofSession(db: Database, key: string, isShort: boolean, signal: AbortSignal): Promise<void> {
    const place = this.placeFor(isShort);
    let ended = "";
    for (let no = 1; no <= PROCESSES_MAX; no++) {
      signal.throwIfAborted();
      const { end, isFresh } = await place.ask({ session: key }, signal);
      if ("answer" in end) return void findDone(end.answer);
      signal.throwIfAborted();
      const reason = this.limitOf(end, isFresh);
      if (reason !== null) return refuseAnalysis(db, key, reason);
      ({ ended } = end);
    }
    await refuseAnalysis(
      db,
      key,
      `its process ended ${PROCESSES_MAX} times before it was done (${ended}); perhaps the machine has too little memory`,
    );
  }

  async ofNewSessions(db: Database, project: string, signal: AbortSignal): Promise<NewAnalyses> {
    const { end } = await this.placeFor(true).ask({ project }, signal);
    signal.throwIfAborted();
    const done = "answer" in end ? findDone(end.answer) : null;
    if (done !== null) return done;
    // One of them ended the process. A job of its own for each finds out which.
    return analyseEachAlone(db, project);
  }

  private placeFor(isShort: boolean): AnalyserPlace {
    return isShort ? this.short : this.long;
  }

  /** @param isFresh a process that did other work before may have run out of memory for that */
  private limitOf(end: EndedEarly, isFresh: boolean): string | null {
    if (end.isLate) return `it takes more than ${Math.ceil(this.limits.ms / 60_000)} minutes`;
    return isFresh && OUT_OF_MEMORY.has(end.ended)
      ? `it needs more than ${this.limits.heapMb.toLocaleString("en")} MB of memory`
      : null;
  }
}

/** @throws Error when the analysis failed */
function findDone(answer: AnalyserAnswer): NewAnalyses | null {
  if ("done" in answer) return answer.done;
  throw answer.isAway ? new AwayElsewhere(answer.failure) : new Error(answer.failure);
}
