import type { AnswerOrEnd } from "@/lib/answering-process";
import { AnsweringProcess } from "@/lib/answering-process";
import type { OtherProcesses } from "@/lib/metrics";
import { SPARING } from "@/lib/program.mjs";
import type { AnalyserAnswer, AskedAnalysis } from "./analyser-protocol";
import type { CountsMessage } from "./tell-counts";

/** A process runs it, so it is named and not imported. */
const PROGRAM = "lib/server/analyser.ts";
/** An idle process ends, which frees its memory. */
const IDLE_MS = 60_000;

/** What one question may take. */
export interface AnalysisLimits {
  readonly ms: number;
  readonly heapMb: number;
}

type Process = AnsweringProcess<AskedAnalysis, AnalyserAnswer>;

/** A place for one process that analyses. It is started when it is needed, and again when it has ended. */
export class AnalyserPlace {
  private process: Process | null = null;
  private timer: NodeJS.Timeout | undefined;
  private last: Promise<unknown> = Promise.resolve();
  private asked = 0;

  /**
   * @param name of the place, for what its process counts
   * @param onProcess is given the id of each process that is started
   */
  constructor(
    private readonly name: string,
    private readonly limits: AnalysisLimits,
    private readonly others: OtherProcesses,
    private readonly onProcess: (pid: number) => void,
  ) {}

  /**
   * Asks when those that asked before have their answers.
   * @returns also whether the process was started for this question
   */
  async ask(
    asked: AskedAnalysis,
    signal: AbortSignal,
  ): Promise<{ end: AnswerOrEnd<AnalyserAnswer>; isFresh: boolean }> {
    this.asked++;
    clearTimeout(this.timer);
    const answer = this.last.then(async () => {
      const isFresh = this.process === null;
      const process = (this.process ??= this.start());
      return { end: await process.ask(asked, this.limits.ms, signal), isFresh };
    });
    this.last = answer.catch(() => undefined);
    try {
      return await answer;
    } finally {
      if (--this.asked === 0) this.timer = setTimeout(() => this.process?.stop(), IDLE_MS).unref();
    }
  }

  private start(): Process {
    const started: Process = new AnsweringProcess({
      program: PROGRAM,
      nodeFlags: [`--max-old-space-size=${this.limits.heapMb}`, ...SPARING],
      onGone: () => {
        if (this.process === started) this.process = null;
      },
      onSaid: (message, pid) => {
        const { counted } = message as Partial<CountsMessage>;
        if (counted !== undefined) void this.others.note(this.name, pid, counted);
      },
    });
    if (started.pid !== undefined) this.onProcess(started.pid);
    return started;
  }
}
