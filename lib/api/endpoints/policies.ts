import { z } from "zod";
import { policyChoiceSchema } from "@/lib/replay/choose-policy";
import { POLICIES_PER_REPLAY_MAX } from "@/lib/replay/limits";
import { endpoint } from "../endpoint";

const note = z.object({ path: z.string(), message: z.string() });

const policySchema = z
  .object({
    kind: z.string(),
    version: z.string(),
    title: z.string(),
    owner: z.string(),
    source: z.string().describe("where the rule comes from and how well it is known"),
    options: z.record(z.string(), z.json()).describe("JSON Schema of the owner's configuration"),
  })
  .meta({ id: "PolicyKind" });

export const policyCheckSchema = z.strictObject({
  policies: z.array(policyChoiceSchema).max(POLICIES_PER_REPLAY_MAX),
});

export const listPolicies = endpoint({
  method: "GET",
  path: "/api/v1/policies",
  summary: "Policies that sessions can be replayed under",
  scope: "read",
  response: z.object({ policies: z.array(policySchema) }),
});

export const checkPolicies = endpoint({
  method: "POST",
  path: "/api/v1/policies/check",
  summary: "Read policies and their options without running them",
  description:
    "Answers for each choice what is wrong with it and what its owner would ignore, by path below the choice.",
  scope: "read",
  body: { "application/json": policyCheckSchema },
  response: z.object({
    policies: z.array(z.object({ problems: z.array(note), warnings: z.array(note) })),
  }),
});
