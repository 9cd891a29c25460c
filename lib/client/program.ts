/** What the library uses of Node's `process`. Where it runs elsewhere, there is none of it. */
export interface Program {
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly argv?: readonly string[];
  readonly pid?: number;
  readonly once?: (event: "beforeExit", listener: () => void) => unknown;
  readonly kill?: (pid: number, signal: 0) => boolean;
  readonly getBuiltinModule?: (name: string) => unknown;
}

export function program(): Program | undefined {
  return (globalThis as { process?: Program }).process;
}

export function variable(name: string): string | undefined {
  const value = program()?.env?.[name];
  return value === "" ? undefined : value;
}
