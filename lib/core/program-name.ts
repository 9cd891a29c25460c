const VERSIONED = /^(\S.{0,200}?)\s+v?(\d[\w.+-]{0,60})$/;

/** "Claude Code 2.1.39" is a program and its version. */
export function parseProgram(agent: string | null): { program: string | null; version: string | null } {
  const [, program = agent, version = null] = VERSIONED.exec(agent ?? "") ?? [];
  return { program, version };
}
