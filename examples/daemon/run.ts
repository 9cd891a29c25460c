import { Sightglass } from "../../lib/client";
import { serveScript } from "../scripted-provider";
import { doJob } from "./agent";
import { publishingModel } from "./script";

/** npx tsx examples/daemon/run.ts plain|watched|loop */
const form = process.argv[2] ?? "plain";
const provider = await serveScript(publishingModel);
const sightglass = form === "plain" ? null : new Sightglass();
const session = sightglass?.session({ agent: "publishing daemon", name: `Daemon, ${form}` }) ?? null;
const { published, right, fetches } = await doJob(
  provider.baseURL,
  session === null ? null : { session, asks: form === "loop" },
);
const how = right ? "validated first" : "wrong: without its gate";
console.warn(`${form}: ${published ? `published, ${how}` : "nothing published"}; ${fetches} fetches`);
if (session !== null) console.warn(`session ${session.id}`);
await sightglass?.flush();
provider.close();
