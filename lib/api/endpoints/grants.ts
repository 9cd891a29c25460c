import { z } from "zod";
import { ROLES } from "../access";
import { endpoint } from "../endpoint";

/** What a person can give that works on without them. */
export const GRANT_KINDS = ["invitation", "key", "share", "alert target", "group role"] as const;
export type GrantKind = (typeof GRANT_KINDS)[number];

/** An invitation is made anew rather than taken over. */
export const TAKEN_KINDS = [
  "key",
  "share",
  "alert target",
  "group role",
] as const satisfies readonly GrantKind[];

const kind = z.enum(GRANT_KINDS).describe("what was given");
const memberParams = z.object({
  userId: z.string().describe("the id of a member, or of somebody who was one"),
});

export const withdrawnSchema = z
  .array(
    z.object({
      kind,
      name: z.string().describe("how people call it; for an invitation whom it is for"),
      giver: z.string().describe("the e-mail address of the person by whose right it stood"),
    }),
  )
  .describe("what ended with the right of its giver");
export type Withdrawn = z.output<typeof withdrawnSchema>;

export const GRANTS_MAX = 500;
export const listGrants = endpoint({
  method: "GET",
  path: "/api/v1/members/{userId}/grants",
  summary: "What a person gave that works on without them",
  description:
    "Open invitations, keys, shares, addresses of alerts and roles of groups that stand by the person's right. Each ends once the person has a lesser role than `needs`.",
  scope: "manage",
  params: memberParams,
  response: z.object({
    role: z.enum(ROLES).nullable().describe("the person's role in the project; null for none"),
    grants: z
      .array(
        z.object({
          kind,
          id: z.string().describe("its id"),
          name: z.string().describe("how people call it; for an invitation whom it is for"),
          needs: z.enum(ROLES).describe("the least role of its giver"),
        }),
      )
      .describe(`the first ${GRANTS_MAX} of each kind`),
    more: z.int().describe("how many there are beyond these"),
  }),
});
export type GrantsResult = z.output<(typeof listGrants)["response"]>;

export const takeOverBody = z.object({
  grants: z
    .array(
      z.object({
        kind: z.enum(TAKEN_KINDS).describe("what is taken over"),
        id: z.string().min(1).max(200).describe("its id"),
      }),
    )
    .min(1)
    .max(GRANTS_MAX * TAKEN_KINDS.length)
    .describe("what is taken over; all of it or nothing"),
});
export const takeOver = endpoint({
  method: "POST",
  path: "/api/v1/members/{userId}/take-over",
  summary: "Answer for what another person gave",
  description:
    "From then on it stands by the right of the caller, and does not end with the other person's. Who knew a key still knows it: replace it where that matters.",
  scope: "manage",
  params: memberParams,
  body: { "application/json": takeOverBody },
  response: z.object({ done: z.literal(true).describe("always true: the change is stored") }),
});
