import { Sightglass } from "../../lib/client";
import { serveScript } from "../scripted-provider";
import { handleCase } from "./agent";
import { supportModel } from "./script";

/** npx tsx examples/refund/run.ts plain|watched|loop */
const form = process.argv[2] ?? "plain";
const provider = await serveScript(supportModel);
const sightglass = form === "plain" ? null : new Sightglass();
const session = sightglass?.session({ agent: "support desk", name: `Refund agent, ${form}` }) ?? null;
const outcome = await handleCase(
  provider.baseURL,
  session === null ? null : { session, asks: form === "loop" },
);
console.warn(
  `${form}: ${outcome.action ?? "nothing"} (${outcome.right ? "right" : "wrong: the order was pending"})`,
);
if (session !== null) console.warn(`session ${session.id}`);
await sightglass?.flush();
provider.close();
