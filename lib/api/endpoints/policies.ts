import { z } from "zod";
import { policyChoiceSchema } from "@/lib/replay/choose-policy";
import { POLICIES_PER_REPLAY_MAX } from "@/lib/replay/limits";
import { endpoint } from "../endpoint";

const note = z.object({
  path: z.string().describe("the option, as a path below the choice"),
  message: z.string().describe("what is wrong with it, or what the vendor ignores"),
});

const policySchema = z
  .object({
    kind: z.string().describe("the name to choose the policy by"),
    version: z.string().describe("the version of its rule"),
    title: z.string().describe("the policy's name for people"),
    owner: z.string().describe("whose rule it is"),
    source: z.string().describe("where the rule comes from and how well it is known"),
    options: z.record(z.string(), z.json()).describe("JSON Schema of the owner's configuration"),
  })
  .meta({ id: "PolicyKind" });

export const policyCheckSchema = z.strictObject({
  policies: z
    .array(policyChoiceSchema)
    .max(POLICIES_PER_REPLAY_MAX)
    .describe("the policies to read, each with its options"),
});

export const listPolicies = endpoint({
  method: "GET",
  path: "/api/v1/policies",
  summary: "Policies that sessions can be replayed under",
  description: "With the JSON Schema of each policy's options, in the vendor's own configuration format.",
  scope: "read",
  response: z.object({ policies: z.array(policySchema).describe("the policies") }),
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
    policies: z
      .array(
        z.object({
          problems: z.array(note).describe("what has to be changed before the policy can run"),
          warnings: z.array(note).describe("what the vendor's implementation would ignore"),
        }),
      )
      .describe("the answer for each choice, in order"),
  }),
});
