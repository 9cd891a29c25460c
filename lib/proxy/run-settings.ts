/** What `sightglass run` tells the Node programs that it runs. */
export interface RunSettings {
  /** The Sightglass that records. */
  readonly url: string;
  /** The origin of the proxy, which records what it passes. */
  readonly proxy: string;
  /** A file to which each program adds a line at its end. */
  readonly report: string;
}

const VARIABLE = "SIGHTGLASS_RUN";

/** Without a library, because each Node program of a run loads it. @returns `null` for a program that nobody runs so */
export function readRunSettings(env: Readonly<Record<string, string | undefined>>): RunSettings | null {
  const { url, proxy, report } = JSON.parse(env[VARIABLE] || "{}") as Partial<RunSettings>;
  return url === undefined || proxy === undefined || report === undefined ? null : { url, proxy, report };
}

export function runVariables(told: RunSettings): Record<string, string> {
  return { [VARIABLE]: JSON.stringify(told) };
}
