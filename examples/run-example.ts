import { Sightglass } from "../lib/client";
import type { Example } from "./example";
import { ranTask } from "./example";

/** As shown on the terminal. */
const FORMS: Readonly<Record<string, string>> = {
  plain: "the agent alone",
  watched: "Sightglass records it",
  loop: "the agent asks Sightglass before it acts",
  nobody: "the agent asks, and nobody answers",
};
/** Nothing listens there. */
export const NOBODY = "http://127.0.0.1:9";
const DEFAULT_URL = "http://127.0.0.1:4318";

/** Whoever did not answer in time may be slow, away or another program; the problems that were said tell which. */
export function notTaken(url: string, left: number): string {
  return `Sightglass at ${url} has not acknowledged ${left} records within five seconds. They wait on disk, and the next run sends them.`;
}

/** In the form and with the seed that the command line names. */
export async function runExample({ title, folder, taskOf }: Example): Promise<void> {
  const [form = "plain", seed = "1"] = process.argv.slice(2);
  const about = FORMS[form];
  if (about === undefined || !/^\d+$/.test(seed)) {
    process.stderr.write(`npx tsx examples/${folder}/run.ts ${Object.keys(FORMS).join("|")} [SEED]\n`);
    process.exitCode = 2;
    return;
  }
  const say = (...lines: string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);
  const problems = new Set<string>();
  const onProblem = (problem: string): unknown => problems.add(problem);
  const url = (process.env.SIGHTGLASS_URL ?? DEFAULT_URL).replace(/\/+$/, "");
  const sightglass =
    form === "plain"
      ? null
      : new Sightglass({ onProblem, ...(form === "nobody" && { url: NOBODY, folder: null }) });
  const session = sightglass?.session({ agent: title, name: `${title}, ${form}, seed ${seed}` }) ?? null;
  const { did, right } = await ranTask(taskOf(Number(seed)), session, form === "loop" || form === "nobody");
  say(`${title}, ${form}, seed ${seed}: ${about}.`, `${right ? "✓ Right" : "✗ Wrong"}: ${did}`);
  if (session === null) return say("Nothing says why. The form `watched` does.");
  if (form === "nobody") return say(...problems);
  const left = (await sightglass?.flush()) ?? 0;
  if (left > 0) return say(...problems, notTaken(url, left));
  say(...problems, `${right ? "Its session" : "Why"}: ${url}/sessions/${session.id}`);
}
