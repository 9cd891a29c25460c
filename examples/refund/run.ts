import { runExample } from "../run-example";
import { handleCase } from "./agent";
import { supportModel } from "./script";

const DID: Readonly<Record<string, string>> = {
  open_refund: "it opened the refund; the order is pending.",
  send_tracking_email: "it sent a tracking e-mail, although the order is pending.",
};

/** npx tsx examples/refund/run.ts plain|watched|loop */
await runExample({
  title: "Refund agent",
  folder: "refund",
  agent: "support desk",
  script: supportModel,
  run: async (baseURL, session, asks) => {
    const { action, right } = await handleCase(baseURL, session === null ? null : { session, asks });
    return { right, did: DID[action ?? ""] ?? "it did nothing, although the order is pending." };
  },
});
