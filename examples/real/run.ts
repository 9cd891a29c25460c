import OpenAI from "openai";
import { Sightglass } from "../../lib/client";
import { refundTask } from "../refund/task";
import { notTaken } from "../run-example";
import { seeded } from "../seeded";

/**
 * OPENAI_BASE_URL=… OPENAI_API_KEY=… npx tsx examples/real/run.ts MODEL [watched|loop] [SEED]: the refund agent with a real
 * model, at any address that speaks OpenAI's chat API.
 */
const [model, form = "loop", seed = "1"] = process.argv.slice(2);
if (model === undefined || !["watched", "loop"].includes(form)) {
  process.stderr.write("npx tsx examples/real/run.ts MODEL [watched|loop] [SEED]\n");
  process.exit(2);
}
const url = (process.env.SIGHTGLASS_URL ?? "http://127.0.0.1:4318").replace(/\/+$/, "");
const sightglass = new Sightglass();
const session = sightglass.session({ agent: "Refund agent", name: `Refund agent, ${model}, ${form}` });
const client = session.wrap(new OpenAI());
const { did, right } = await refundTask(seeded(Number(seed))).run({
  client,
  model,
  session,
  asks: form === "loop",
});
session.end(right ? "ok" : "wrong", right ? undefined : did);
const left = await sightglass.flush();
process.stdout.write(`${right ? "✓ Right" : "✗ Wrong"}: ${did}\n`);
process.stdout.write(left > 0 ? `${notTaken(url, left)}\n` : `Its session: ${url}/sessions/${session.id}\n`);
