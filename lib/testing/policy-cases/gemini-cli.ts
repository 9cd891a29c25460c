import { z } from "zod";
import { geminiCliCompression } from "@/lib/policies/gemini-cli";
import { findSplit } from "@/lib/policies/gemini-cli";
import { History } from "@/lib/policies/contract/history";
import { projectChanges } from "@/lib/policies/project";
import { caseMessages } from "./case-messages";
import type { CaseFamily } from "./family";
import { knownOptions } from "./known-options";

const input = z.strictObject({
  policy: z.looseObject({ kind: z.string(), fraction: z.number().default(0.7) }),
  messages: caseMessages,
});

export const geminiCliCases: CaseFamily = {
  policy: "gemini-cli",
  run(raw) {
    const { policy, messages } = input.parse(raw);
    const options = knownOptions(geminiCliCompression, policy);
    if (policy.kind === "split") {
      const history = new History();
      history.append(messages);
      const splitIndex = findSplit(history, 0, policy.fraction);
      const ids = messages.map(({ id }) => id);
      return { splitIndex, compressed: ids.slice(0, splitIndex), kept: ids.slice(splitIndex) };
    }
    const { items } = projectChanges(geminiCliCompression, messages, { options });
    const masked = items.filter(({ status }) => status === "trimmed");
    return {
      maskedCount: masked.length,
      items: masked.map(({ id, text = "" }) => ({
        id,
        status: "masked",
        text: text.replace(/available at: .*\n<\//, "available at: <FILE>\n</"),
      })),
    };
  },
};
