import { setImmediate } from "node:timers/promises";
import { isDatabaseAway } from "@/lib/db/away";
import { AppError } from "@/lib/errors";

/** How long work computes before it lets others have the process. */
const SLICE_MS = 20;
/** How often it is written down how far it is, and looked whether it was cancelled. */
const REPORT_MS = 500;

/** Why work failed, in words that whoever asked may read. */
export type Failure = Pick<AppError, "code" | "message" | "details">;

/** Where it is written down how far work is, and what came of it. */
export interface SavedRow<R> {
  /** @returns false when it is no longer to be done */
  advance(done: number, of: number): Promise<boolean>;
  succeed(result: R): Promise<void>;
  fail(failure: Failure): Promise<void>;
}

/** Thrown through work that was cancelled. */
class Cancelled extends Error {
  override name = "Cancelled";
}

/** Where work says how far it is, and where it ends when nobody wants it any more. */
export class SavedProgress {
  private sliceEnd = Date.now() + SLICE_MS;
  private reportAt = Date.now() + REPORT_MS;

  constructor(
    private readonly row: Pick<SavedRow<never>, "advance">,
    private readonly signal: AbortSignal,
  ) {}

  /**
   * Says how far the work is. As cheap as it is asked often: it is written down now and then.
   * @param isMarked writes it down in any case
   * @throws when the work was cancelled, or the worker is to end
   */
  async note(done: number, of: number, isMarked = false): Promise<void> {
    if (!isMarked && Date.now() < this.sliceEnd) return;
    await setImmediate();
    this.signal.throwIfAborted();
    this.sliceEnd = Date.now() + SLICE_MS;
    if (!isMarked && Date.now() < this.reportAt) return;
    this.reportAt = Date.now() + REPORT_MS;
    if (!(await this.row.advance(done, of))) throw new Cancelled();
  }
}

/**
 * Does saved work in a worker until it is done, has failed or was cancelled, and writes down which. The one way in which
 * everything is done that somebody asked for and may watch. When the worker ends before, another begins the work anew.
 * @param what is done, for the log
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
