import { z } from "zod";
import { langchainJsTrimMessages } from "@/lib/policies/langchain-js-trim-messages";
import { listProjectedItems } from "@/lib/policies/project";
import { PolicyRun } from "@/lib/policies/run";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const caseInput = z.strictObject({
  /** `counter` stands for the vendor's counting function. Without it every message counts one. */
  policy: z
    .looseObject({ counter: z.enum(["messages", "chars", "chars4"]).default("messages") })
    .prefault({}),
  messages: caseMessages,
});

export const langchainJsTrimMessagesCases: CaseFamily = {
  policy: langchainJsTrimMessages.kind,
  run(raw) {
    const { policy, messages } = caseInput.parse(raw);
    const { counter: tokenCounter, ...rest } = policy;
    const run = new PolicyRun(langchainJsTrimMessages, {
      options: knownOptions(langchainJsTrimMessages, { ...rest, tokenCounter }),
      history: messages,
    });
    run.step();
    const items = listProjectedItems(run).map((item) =>
      item.status === "removed" ? { ...item, status: "dropped" } : item,
    );
    return { order: run.shown.messages().map(({ id }) => id), items };
  },
};
