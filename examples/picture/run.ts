import { writeFile } from "node:fs/promises";
import { setTimeout as wait } from "node:timers/promises";
import { Sightglass, type Session } from "../../lib/client";
import { readPages } from "../budget/agent";
import { readingModel } from "../budget/script";
import { doJob } from "../daemon/agent";
import { publishingModel } from "../daemon/script";
import { handleCase } from "../refund/agent";
import { supportModel } from "../refund/script";
import type { Script } from "../scripted-provider";
import { serveScript } from "../scripted-provider";
import { drawPicture, type ExampleResult, type FormResult } from "./draw";

/**
 * npx tsx examples/picture/run.ts FILE: runs every example in its three forms against a running Sightglass,
 * and draws their outcomes and their sessions.
 */
interface Example {
  readonly title: string;
  readonly about: string;
  readonly script: Script;
  readonly run: (baseURL: string, session: Session | null, asks: boolean) => Promise<Ran>;
}
type Ran = Pick<FormResult, "outcome" | "right">;

const EXAMPLES: readonly Example[] = [
  {
    title: "Refund agent",
    about: "Its plan branches on the status of an order. Its own pruner drops that result.",
    script: supportModel,
    run: async (baseURL, session, asks) => {
      const { action, right } = await handleCase(baseURL, session === null ? null : { session, asks });
      const did = action === "send_tracking_email" ? "mails a tracking link" : (action ?? "does nothing");
      return { right, outcome: right ? "opens the refund" : did };
    },
  },
  {
    title: "Reading agent",
    about: "A long task outgrows its window. Truncation takes the task first.",
    script: readingModel,
    run: async (baseURL, session, asks) => {
      const { right, restarts } = await readPages(baseURL, session, asks);
      const how = restarts === 0 ? "reports the offer" : `reports the offer, after ${restarts} restart`;
      return { right, outcome: right ? how : "no longer knows its task" };
    },
  },
  {
    title: "Publishing daemon",
    about: "Old results push the plan out of the window, and the plan asks for a check.",
    script: publishingModel,
    run: async (baseURL, session, asks) => {
      const { published, right } = await doJob(baseURL, session === null ? null : { session, asks });
      const how = published ? "publishes without its check" : "publishes nothing";
      return { right, outcome: right ? "checks, then publishes" : how };
    },
  },
];
const FORMS = ["plain", "watched", "in the loop"] as const;
const PATIENCE_MS = 60_000;
const LOOK_AGAIN_MS = 500;

const sightglass = new Sightglass({ timeoutMs: 20_000 });
const url = process.env.SIGHTGLASS_URL ?? "http://127.0.0.1:4318";

async function resultOf({ title, script, run }: Example, form: (typeof FORMS)[number]): Promise<FormResult> {
  const provider = await serveScript(script);
  const session = form === "plain" ? null : sightglass.session({ agent: title, name: `${title}, ${form}` });
  const ran = await run(provider.baseURL, session, form === "in the loop");
  provider.close();
  if (session === null) return { form, ...ran, windows: [], shows: "Nothing says why." };
  await sightglass.flush();
  return { form, ...ran, ...(await shown(session.id)) };
}

interface Findings {
  readonly analysedUpTo: { readonly done: boolean };
  readonly findings: readonly { readonly severity: string; readonly title: string; readonly code: string }[];
}

/** After the analysis. */
async function shown(id: string): Promise<Pick<FormResult, "windows" | "shows">> {
  const until = Date.now() + PATIENCE_MS;
  let found = await get<Findings>(`sessions/${id}/findings?limit=100`);
  while (found?.analysedUpTo.done !== true && Date.now() < until) {
    await wait(LOOK_AGAIN_MS);
    found = await get<Findings>(`sessions/${id}/findings?limit=100`);
  }
  const turns = await get<{ turns: { windowTokens: number | null }[] }>(`sessions/${id}/turns`);
  const plan = await get<{ counts: Record<string, number> }>(`sessions/${id}/plan`);
  const [first] = found?.findings.filter(({ severity }) => severity === "serious") ?? [];
  const edges = Object.entries(plan?.counts ?? {})
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(", ");
  const evidence = edges === "" ? "" : ` Evidence of its steps: ${edges}.`;
  return {
    windows: (turns?.turns ?? []).flatMap(({ windowTokens }) => windowTokens ?? []),
    shows: `${first === undefined ? "No serious finding." : `${first.title}.`}${evidence}`,
  };
}

async function get<T>(path: string): Promise<T | null> {
  const answer = await fetch(`${url}/api/v1/${path}`);
  return answer.ok ? ((await answer.json()) as T) : null;
}

const results: ExampleResult[] = [];
for (const example of EXAMPLES) {
  const forms: FormResult[] = [];
  for (const form of FORMS) forms.push(await resultOf(example, form));
  results.push({ title: example.title, about: example.about, forms });
}
await writeFile(process.argv[2] ?? "public/in-the-loop.svg", drawPicture(results));
