import { Sightglass, type Session } from "../lib/client";
import type { Script } from "./scripted-provider";
import { serveScript } from "./scripted-provider";

/** In one sentence, and whether it was right. */
export interface ExampleOutcome {
  readonly did: string;
  readonly right: boolean;
}

interface RunnableExample {
  readonly title: string;
  readonly folder: string;
  readonly agent: string;
  readonly script: Script;
  /**
   * @param session `null` without Sightglass
   * @param asks whether the agent asks Sightglass before it acts
   */
  readonly run: (baseURL: string, session: Session | null, asks: boolean) => Promise<ExampleOutcome>;
}

/** As shown on the terminal. */
const FORMS: Readonly<Record<string, string>> = {
  plain: "the agent alone",
  watched: "Sightglass records it",
  loop: "the agent asks Sightglass before it acts",
};
const DEFAULT_URL = "http://127.0.0.1:4318";

/** In the form that the command line names. */
export async function runExample({ title, folder, agent, script, run }: RunnableExample): Promise<void> {
  const form = process.argv[2] ?? "plain";
  const about = FORMS[form];
  if (about === undefined) {
    process.stderr.write(`npx tsx examples/${folder}/run.ts ${Object.keys(FORMS).join("|")}\n`);
    process.exitCode = 2;
    return;
  }
  const say = (...lines: string[]): void => void process.stdout.write(`${lines.join("\n")}\n`);
  const problems = new Set<string>();
  const sightglass =
    form === "plain" ? null : new Sightglass({ onProblem: (problem) => problems.add(problem) });
  const session = sightglass?.session({ agent, name: `${title}, ${form}` }) ?? null;
  const provider = await serveScript(script);
  const { did, right } = await run(provider.baseURL, session, form === "loop");
  provider.close();
  say(`${title}, ${form}: ${about}.`, `${right ? "✓ Right" : "✗ Wrong"}: ${did}`);
  if (session === null) return say("Nothing says why. The form `watched` does.");
  const left = (await sightglass?.flush()) ?? 0;
  const url = (process.env.SIGHTGLASS_URL ?? DEFAULT_URL).replace(/\/+$/, "");
  if (left > 0 || problems.size > 0)
    return say(`Sightglass at ${url} did not take everything in; start it with npm start.`, ...problems);
  say(`${right ? "Its session" : "Why"}: ${url}/sessions/${session.id}`);
}
