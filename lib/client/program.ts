/** What the library uses of Node's `process`. Where it runs elsewhere, there is none of it. */
export interface Program {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly argv?: readonly string[];
  readonly pid?: number;
  readonly once?: (event: "beforeExit" | "exit", listener: () => void) => unknown;
  readonly getActiveResourcesInfo?: () => readonly string[];
  readonly kill?: (pid: number, signal: 0) => boolean;
  readonly getBuiltinModule?: (name: string) => unknown;
}

export function readProgram(): Program | undefined {
  return (globalThis as { process?: Program }).process;
}

export function readVariable(name: string): string | undefined {
  const value = readProgram()?.env?.[name];
  return value === "" ? undefined : value;
}

/** Standard input and output, which are named whether or not they keep the program. */
const STANDARD: ReadonlySet<string> = new Set(["PipeWrap", "TTYWrap"]);

/**
 * Whether nothing keeps the program but so many requests of the library: each has one socket. False where that cannot be told.
 */
export function isOverBut(requests: number): boolean {
  const active = readProgram()
    ?.getActiveResourcesInfo?.()
    ?.filter((name) => !STANDARD.has(name));
  return (
    active !== undefined && active.length <= requests && active.every((name) => name === "TCPSocketWrap")
  );
}
