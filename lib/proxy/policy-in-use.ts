import { readFile } from "node:fs/promises";
import { z } from "zod";
import { PLAINLY, describeIssue } from "@/lib/core/plain-issues";
import type { ProxySettings } from "./settings";

const policySchema = z.strictObject({
  kind: z.string().min(1),
  version: z.string().optional(),
  options: z.record(z.string(), z.unknown()).optional(),
  restore: z.boolean().optional(),
});

/** A policy as `POST /api/v1/runtime/apply` takes it. */
export type PolicyInUse = z.output<typeof policySchema>;

const replaySchema = z.object({
  recommendation: z.object({ result: z.number().nullable(), reason: z.string() }).nullable(),
  results: z.array(z.object({ policy: z.object({ ...policySchema.shape, title: z.string() }) })),
});

/**
 * The settings name a JSON file, or a page of a replay, whose recommended policy is used.
 * @throws Error that names the variable and the expected value
 */
export async function findPolicyInUse(settings: ProxySettings): Promise<PolicyInUse | null> {
  const { policy: named } = settings;
  if (named === null) return null;
  try {
    const replay = replayNamed(named);
    return replay === null
      ? policySchema.parse(JSON.parse(await readFile(named, "utf8")), PLAINLY)
      : await readRecommended(settings, replay);
  } catch (error) {
    const why =
      error instanceof z.ZodError ? describeIssue(error) : error instanceof Error ? error.message : "";
    throw new Error(
      `SIGHTGLASS_PROXY_POLICY: expected a JSON file {kind, version, options}, or the address of a replay's page: ${why}`,
      { cause: error },
    );
  }
}

function replayNamed(text: string): { session: string; run: string } | null {
  const url = /^https?:/.test(text) ? new URL(text) : null;
  const session = /^\/sessions\/([^/]+)\/replay$/.exec(url?.pathname ?? "")?.[1];
  const run = url?.searchParams.get("run");
  if (url === null) return null;
  if (session === undefined || run == null)
    throw new Error("the address is not the page of a finished replay");
  return { session, run };
}

async function readRecommended(
  { target, apiKey }: ProxySettings,
  { session, run }: { session: string; run: string },
): Promise<PolicyInUse> {
  const answer = await fetch(new URL(`/api/v1/sessions/${session}/replays/${run}`, target), {
    headers: apiKey === null ? {} : { authorization: `Bearer ${apiKey}` },
    redirect: "error",
  });
  if (!answer.ok) throw new Error(`${target.origin} answered ${answer.status}`);
  const { recommendation, results } = replaySchema.parse(await answer.json(), PLAINLY);
  const policy = results[recommendation?.result ?? -1]?.policy;
  if (policy === undefined)
    throw new Error(recommendation?.reason ?? "the replay is not finished, or recommends no policy");
  const { title: _title, ...choice } = policy;
  return choice;
}
