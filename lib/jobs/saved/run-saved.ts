import { setImmediate } from "node:timers/promises";
import { isDatabaseAway } from "@/lib/db/away";
import { AppError } from "@/lib/errors";

/** Computing time before other work of the process gets its turn. */
const SLICE_MS = 20;
/** How often progress is stored and a cancellation noticed. */
const REPORT_MS = 500;

/** In words that the caller may read. */
export type Failure = Pick<AppError, "code" | "message" | "details">;

export interface SavedRow<R> {
  advance(done: number, of: number): Promise<boolean>;
  succeed(result: R): Promise<void>;
  fail(failure: Failure): Promise<void>;
}

class Cancelled extends Error {
  override name = "Cancelled";
}

/** Reports progress, and ends the work when nobody wants it any more. */
export class SavedProgress {
  private sliceEnd = performance.now() + SLICE_MS;
  private reportAt = performance.now() + REPORT_MS;

  constructor(
    private readonly row: Pick<SavedRow<never>, "advance">,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Can be called very often: progress is stored from time to time.
   * @param isMarked stores it in any case
   * @throws when the work was cancelled, or the worker is to end
   */
  async note(done: number, of: number, isMarked = false): Promise<void> {
    if (!isMarked && performance.now() < this.sliceEnd) return;
    await setImmediate();
    this.signal.throwIfAborted();
    this.sliceEnd = performance.now() + SLICE_MS;
    if (!isMarked && performance.now() < this.reportAt) return;
    this.reportAt = performance.now() + REPORT_MS;
    if (!(await this.row.advance(done, of))) throw new Cancelled();
  }
}

/**
 * Runs saved work in a worker until it is done, has failed or was cancelled, and stores which. Everything
 * that a caller requested and can watch runs in this way. If the worker ends before, another one starts over.
 * @param what names the work in the log
 * @throws when the worker is to end, or the database is away
 */
export async function runSaved<R>(
  row: SavedRow<R>,
  signal: AbortSignal,
  what: string,
  work: (progress: SavedProgress) => Promise<R>,
): Promise<void> {
  try {
    await row.succeed(await work(new SavedProgress(row, signal)));
  } catch (error) {
    if (error instanceof Cancelled) return;
    if (signal.aborted || isDatabaseAway(error)) throw error;
    if (!(error instanceof AppError)) console.error(`${what} failed`, error);
    await row.fail(error instanceof AppError ? error : UNFORESEEN);
  }
}

const UNFORESEEN = new AppError("internal", "something went wrong on the server; its log says what");
