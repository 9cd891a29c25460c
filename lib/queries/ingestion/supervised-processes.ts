/** What a supervisor says of a process that it keeps running. Its form is that of `ProcessState` in lib/cli/bootstrap/supervise.mjs. */
export interface SupervisedProcess {
  readonly name: string;
  readonly state: "working" | "starting";
  /** In milliseconds since 1970. */
  readonly since: number;
  readonly restarts: number;
}

/** The pages and the server load this file each for themselves. `sightglassHeard` is when a process last said anything, by its name. */
const shared = globalThis as {
  sightglassProcesses?: readonly SupervisedProcess[];
  sightglassHeard?: Map<string, number>;
};

/** Keeps what the supervisor of this process says from time to time. */
export function listenToSupervisor(): void {
  process.on(
    "message",
    (message: { type?: string; name?: string; states?: readonly SupervisedProcess[] }) => {
      if (message.name !== undefined) noteHeard(message.name);
      if (message.type === "processes" && message.states !== undefined)
        shared.sightglassProcesses = message.states;
    },
  );
}

/** The latest word of the supervisor; empty where none has said anything. */
export function listSupervisedProcesses(): readonly SupervisedProcess[] {
  return shared.sightglassProcesses ?? [];
}

/** A process has said something. @param now in milliseconds of a clock that is never set back */
export function noteHeard(name: string, now = performance.now()): void {
  (shared.sightglassHeard ??= new Map()).set(name, now);
}

/**
 * For how long processes have said nothing that work and have spoken before. Work that never pauses keeps a process from it.
 * @param now as of {@link noteHeard}
 */
export function listSilences(now = performance.now()): { readonly name: string; readonly silentS: number }[] {
  return listSupervisedProcesses().flatMap(({ name, state }) => {
    const heard = shared.sightglassHeard?.get(name);
    return state !== "working" || heard === undefined ? [] : [{ name, silentS: (now - heard) / 1_000 }];
  });
}
