import { Sightglass } from "../../lib/client";
import { serveScript } from "../scripted-provider";
import { readPages } from "./agent";
import { readingModel } from "./script";

/** npx tsx examples/budget/run.ts plain|watched|loop */
const form = process.argv[2] ?? "plain";
const provider = await serveScript(readingModel);
const sightglass = form === "plain" ? null : new Sightglass();
const session = sightglass?.session({ agent: "reader", name: `Reading agent, ${form}` }) ?? null;
const { answer, right } = await readPages(provider.baseURL, session, form === "loop");
console.warn(`${form}: ${right ? "right" : "wrong"}: ${answer}`);
if (session !== null) console.warn(`session ${session.id}`);
await sightglass?.flush();
provider.close();
