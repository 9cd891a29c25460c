import type { Session } from "../lib/client";
import { Sightglass } from "../lib/client";
import type { Example } from "./example";
import { ranTask } from "./example";
import { EXAMPLES } from "./index";
import { NOBODY } from "./run-example";

/**
 * npx tsx examples/rates.ts [SEEDS] [FIRST]: runs every example in every form with so many seeds against a running
 * Sightglass, and prints how often it was right, as a table.
 */
const [SEEDS = 100, FIRST = 1] = process.argv.slice(2).map(Number);
const QUESTION = "/api/v1/runtime/";
/** How long each answer took, in ms; `null` for a question without one in the time that the library waits. */
const answers: (number | null)[] = [];
const watching = new Sightglass({ fetch: fetchTimed });
const alone = new Sightglass({ url: NOBODY, onProblem: () => undefined, folder: null, bufferChars: 1 });
const FORMS: readonly { readonly title: string; readonly asks: boolean; readonly of: Sightglass | null }[] = [
  { title: "plain", asks: false, of: null },
  { title: "watched", asks: false, of: watching },
  { title: "loop", asks: true, of: watching },
  { title: "loop, nobody answers", asks: true, of: alone },
];

async function rightOf({ title, taskOf }: Example, { title: form, asks, of }: (typeof FORMS)[number]) {
  let right = 0;
  for (let seed = FIRST; seed < FIRST + SEEDS; seed++) {
    const name = `${title}, ${form}, seed ${seed}`;
    const session: Session | null = of?.session({ agent: title, name }) ?? null;
    if ((await ranTask(taskOf(seed), session, asks)).right) right++;
  }
  return right;
}

/** Notes how the questions are answered. The records of the calls go the same way, and nobody waits for them. */
async function fetchTimed(...[input, init]: Parameters<typeof fetch>): Promise<Response> {
  if (!String(input).includes(QUESTION)) return fetch(input, init);
  const askedAt = performance.now();
  try {
    const answer = await fetch(input, init);
    const body = await answer.arrayBuffer();
    answers.push(performance.now() - askedAt);
    return new Response(body, answer);
  } catch (error) {
    answers.push(null);
    throw error;
  }
}

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
process.stdout.write(line([`right of ${SEEDS}`, ...FORMS.map(({ title }) => title)]));
process.stdout.write(line(["---", ...FORMS.map(() => "---")]));
for (const example of EXAMPLES) {
  const cells: string[] = [];
  for (const form of FORMS) cells.push(String(await rightOf(example, form)));
  process.stdout.write(line([`\`${example.folder}\``, ...cells]));
}
const taken = answers.filter((ms) => ms !== null).sort((a, b) => a - b);
const at = (share: number): number => Math.round(taken[Math.floor(taken.length * share)] ?? 0);
process.stdout.write(
  `\nOf ${answers.length} questions ${answers.length - taken.length} had no answer in time; the others took ${at(0.5)} ms, ${at(0.95)} ms at p95.\n`,
);
const left = await watching.flush(60_000);
if (left > 0) process.stderr.write(`${left} records were not sent.\n`);
