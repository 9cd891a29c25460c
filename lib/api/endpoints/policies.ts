import { z } from "zod";
import { policyChoiceSchema } from "@/lib/replay/choose-policy";
import { POLICIES_PER_REPLAY_MAX } from "@/lib/replay/limits";
import { endpoint } from "../endpoint";

const note = z.object({
  path: z.string().describe("the option, as a path below the choice"),
  message: z.string().describe("what is wrong with it, or what the vendor ignores"),
});

const under = z.array(z.string()).readonly().describe("the keys that the options stand below");
const place = z.string().describe("the file or request that takes the options");

const configuration = z.discriminatedUnion("write", [
  z.object({
    write: z.literal("json").describe("an object"),
    place,
    under,
    listed: z.string().optional().describe("it is an item of a list there, whose type begins so"),
  }),
  z.object({ write: z.literal("yaml").describe("an item of a YAML list"), place, under }),
  z.object({
    write: z.literal("toml").describe("entries of a TOML file"),
    place,
    section: z.string().optional().describe("the section of the entries"),
    first: z.record(z.string(), z.string()).optional().describe("entries before the options"),
  }),
  z.object({
    write: z.literal("flags").describe("flags of a command"),
    command: z.string().describe("the command"),
  }),
  z.object({
    write: z.enum(["typescript", "python"]).describe("arguments of a call in a program"),
    pattern: z.string().describe("the call, with … in place of the arguments"),
    names: z.array(z.string()).readonly().optional().describe("options whose values are identifiers"),
  }),
]);

const policySchema = z
  .object({
    kind: z.string().describe("the name to choose the policy by"),
    version: z.string().describe("the version of its rule"),
    title: z.string().describe("the policy's name for people"),
    vendor: z.string().describe("whose rule it is"),
    source: z.string().describe("where the rule comes from and how well it is known"),
    checked: z
      .object({
        on: z.string().describe("the day, as `YYYY-MM-DD`"),
        against: z.string().describe("the package, program or documentation, with its version"),
      })
      .nullable()
      .describe("when the rule was last held against its source; null where it is defined here"),
    archived: z.string().nullable().describe("why its program is no longer there; null while it is"),
    options: z.record(z.string(), z.json()).describe("JSON Schema of the vendor's configuration"),
    configuration: configuration
      .nullable()
      .describe("how the vendor's own program is given the options; null if no single place takes them"),
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
    "Answers for each choice what is wrong with it and what its vendor would ignore, by path below the choice.",
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
