import type { ProjectBody, UsageBody } from "@/lib/api/endpoints/runtime/project";
import type { History } from "@/lib/policies/contract/history";
import type { ReportedUsage } from "@/lib/policies/contract/policy";
import type { RequestInput } from "@/lib/policies/run";

type Reported = Pick<RequestInput, "usage" | "usageUpTo">;

/**
 * The provider's last report: with the request itself, or with the newest sent message for which the state has a
 * report.
 */
export function readReportedUsage({
  body: { usage, state },
  sent,
}: {
  readonly body: ProjectBody;
  readonly sent: History;
}): Reported {
  if (usage !== undefined) return { usage: readUsageOfBody({ usage, whole: usage.input }) };
  const byMessage = new Map(Object.entries(state?.usage ?? {}));
  if (byMessage.size === 0) return { usage: null };
  for (let index = sent.length - 1; index >= 0; index--) {
    const reported = byMessage.get(sent.at(index).id);
    if (reported !== undefined) return { usage: readUsageOfReply(reported), usageUpTo: index };
  }
  return { usage: null };
}

/** With a reply, a vendor reports either the cached and the uncached part, or one total that includes the reply. */
function readUsageOfReply(reported: number | UsageBody): ReportedUsage {
  if (typeof reported === "number") return readUsageOfBody({ usage: {}, whole: reported });
  const { totalTokens, input, output, cacheRead, cacheWrite } = reported;
  if (totalTokens)
    return readUsageOfBody({ usage: reported, whole: Math.max(0, totalTokens - (output ?? 0)) });
  return readUsageOfBody({
    usage: reported,
    whole: input === undefined ? undefined : input + (cacheRead ?? 0) + (cacheWrite ?? 0),
  });
}

/**
 * Usage in one form, for every provider's names.
 * @param whole everything that the model read, if no provider's own name states it
 */
export function readUsageOfBody({
  usage,
  whole,
}: {
  readonly usage: UsageBody;
  readonly whole: number | undefined;
}): ReportedUsage {
  const cacheRead = usage.cache_read_input_tokens ?? usage.cacheRead ?? null;
  const cacheWrite = usage.cache_creation_input_tokens ?? usage.cacheWrite ?? null;
  const uncached = usage.input_tokens;
  return {
    input:
      uncached === undefined
        ? (usage.prompt_tokens ?? whole ?? null)
        : uncached + (cacheRead ?? 0) + (cacheWrite ?? 0),
    cacheRead,
    cacheWrite,
    output: usage.output_tokens ?? usage.completion_tokens ?? usage.output ?? null,
  };
}
