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
const watching = new Sightglass({ timeoutMs: 5_000 });
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

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |\n`;
process.stdout.write(line([`right of ${SEEDS}`, ...FORMS.map(({ title }) => title)]));
process.stdout.write(line(["---", ...FORMS.map(() => "---")]));
for (const example of EXAMPLES) {
  const cells: string[] = [];
  for (const form of FORMS) cells.push(String(await rightOf(example, form)));
  process.stdout.write(line([`\`${example.folder}\``, ...cells]));
}
const left = await watching.flush(60_000);
if (left > 0) process.stderr.write(`${left} records were not sent.\n`);
