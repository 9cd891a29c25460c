import { runExample } from "../run-example";
import { readPages } from "./agent";
import { readingModel } from "./script";

/** npx tsx examples/budget/run.ts plain|watched|loop */
await runExample({
  title: "Reading agent",
  folder: "budget",
  agent: "reader",
  script: readingModel,
  run: async (baseURL, session, asks) => {
    const { answer, right } = await readPages(baseURL, session, asks);
    return { right, did: right ? `it answers "${answer}"` : `it has lost its task, and answers "${answer}"` };
  },
});
