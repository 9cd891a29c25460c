/** What a supervisor says of a process that it keeps running. Its form is that of `ProcessState` in lib/cli/bootstrap/supervise.mjs. */
export interface ToldProcess {
  readonly name: string;
  readonly state: "working" | "starting";
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly restarts: number;
}

/** The pages and the server load this file each for themselves. */
const shared = globalThis as { sightglassProcesses?: readonly ToldProcess[] };

/** Keeps what the supervisor of this process says from time to time. */
export function listenToSupervisor(): void {
  process.on("message", (message: { type?: string; states?: readonly ToldProcess[] }) => {
    if (message.type === "processes" && message.states !== undefined)
      shared.sightglassProcesses = message.states;
  });
}

/** The latest word of the supervisor; empty where none has said anything. */
export function toldProcesses(): readonly ToldProcess[] {
  return shared.sightglassProcesses ?? [];
}
