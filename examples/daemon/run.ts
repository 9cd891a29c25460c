import { runExample } from "../run-example";
import { doJob } from "./agent";
import { publishingModel } from "./script";

/** npx tsx examples/daemon/run.ts plain|watched|loop */
await runExample({
  title: "Daemon",
  folder: "daemon",
  agent: "publishing daemon",
  script: publishingModel,
  run: async (baseURL, session, asks) => {
    const { published, right, fetches } = await doJob(baseURL, session === null ? null : { session, asks });
    const sources = `after ${fetches} fetches`;
    if (!published) return { right, did: `it published nothing ${sources}.` };
    return {
      right,
      did: right
        ? `it validated the article and then published it, ${sources}.`
        : `it published without the validation that its plan asks for, ${sources}.`,
    };
  },
});
