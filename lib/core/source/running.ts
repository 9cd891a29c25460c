import { parseJsonOrText, recordIn } from "./arguments";
import { readRunningId } from "./heading";

/** A call of a shell. */
interface Begun {
  readonly toolName: string | null;
  readonly args: string;
}

/**
 * Commands that a shell left running. What a later call is answered that asks for one by its id is how that command went.
 *
 *     exec {cmd: "npm ci"}         "Process running with session ID 45387"      begins npm ci
 *     poll {session_id: 45387}     "Process exited with code 1 … npm error"     of npm ci
 */
export class RunningCommands {
  private readonly byId = new Map<string, Begun>();

  /** Whether the answer of a command says that it goes on. */
  note(begun: Begun, answer: string): boolean {
    const id = readRunningId(answer);
    if (id !== null) this.byId.set(id, begun);
    return id !== null;
  }

  /** The command that a call asks for; `null` for another call. */
  find(args: string): Begun | null {
    if (this.byId.size === 0) return null;
    for (const [key, value] of Object.entries(recordIn(parseJsonOrText(args)) ?? {}))
      if (/id$/i.test(key) && (typeof value === "string" || typeof value === "number")) {
        const begun = this.byId.get(String(value));
        if (begun !== undefined) return begun;
      }
    return null;
  }
}
