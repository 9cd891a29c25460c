import { z } from "zod";
import { PASSWORD_CHARS_MAX, PASSWORD_CHARS_MIN } from "@/lib/api/limits/access";
import { ROLES } from "../access";
import { endpoint } from "../endpoint";
import { withdrawnSchema } from "./grants";
import { makeHeaderPath, isOwnPath } from "../own-path";

const doneSchema = z.object({ done: z.literal(true).describe("always true: the change is stored") });
const fallenSchema = doneSchema.extend({ withdrawn: withdrawnSchema });
const email = z.email().max(254);
const roleField = z.enum(ROLES).describe("each role may do what the ones before it may");
const groupField = z
  .string()
  .min(1)
  .max(200)
  .describe("the group as the identity provider names it in the ID token");

export const signInBody = z.object({
  email: email.describe("the account's e-mail address"),
  password: z.string().min(1).max(PASSWORD_CHARS_MAX).describe("the account's password"),
});
export const signIn = endpoint({
  method: "POST",
  path: "/api/v1/sign-in",
  summary: "Sign in with an e-mail address and a password",
  description:
    "Answers with the session's cookie. Failed attempts are counted; too many are answered with 429.",
  scope: "none",
  body: { "application/json": signInBody },
  response: doneSchema,
});

export const signOut = endpoint({
  method: "POST",
  path: "/api/v1/sign-out",
  summary: "End the session of this browser",
  description: "Other browsers stay signed in.",
  scope: "self",
  response: doneSchema,
});

export const passwordBody = z.object({
  current: z.string().min(1).max(PASSWORD_CHARS_MAX).describe("the present password"),
  next: z.string().min(PASSWORD_CHARS_MIN).max(PASSWORD_CHARS_MAX).describe("the new password"),
});
export const changePassword = endpoint({
  method: "POST",
  path: "/api/v1/password",
  summary: "Change one's password",
  description: "Every other browser is signed out.",
  scope: "self",
  body: { "application/json": passwordBody },
  response: doneSchema,
});

export const startOidc = endpoint({
  method: "GET",
  path: "/api/v1/sign-in/oidc",
  summary: "Go to the identity provider and come back signed in",
  description: "Not for programs: it redirects the browser to the provider.",
  scope: "none",
  query: z.object({
    next: z
      .string()
      .max(2_000)
      .refine(isOwnPath, "expected a path of this instance")
      .overwrite(makeHeaderPath)
      .default("/")
      .describe("the page of this instance to open afterwards"),
  }),
  response: z.unknown(),
  responseType: "text/html",
});

export const endOidc = endpoint({
  method: "GET",
  path: "/api/auth/callback/oidc",
  summary: "Where the identity provider sends a browser back to",
  description:
    "Not for programs: it takes the provider's code and ends signed in at the page that was asked for.",
  scope: "none",
  response: z.unknown(),
  responseType: "text/html",
});

export const providerLogout = endpoint({
  method: "POST",
  path: "/api/auth/logout/oidc",
  summary: "Where the identity provider says that somebody was signed out",
  description:
    "OpenID Connect Back-Channel Logout: the provider sends a signed token, and every session of the person here ends.",
  scope: "signed",
  body: {
    "application/x-www-form-urlencoded": z.object({
      logout_token: z.string().describe("the provider's signed token"),
    }),
  },
  response: doneSchema,
});

export const joinBody = z.object({
  token: z.string().min(1).max(200).describe("the invitation's token, the last part of its link"),
  account: z
    .object({
      name: z.string().trim().min(1).max(100).describe("the person's name"),
      email: email.describe("the account's e-mail address; the invited one where the invitation names one"),
      password: z.string().min(PASSWORD_CHARS_MIN).max(PASSWORD_CHARS_MAX).describe("the account's password"),
    })
    .optional()
    .describe("left out by somebody who is signed in"),
});
export const join = endpoint({
  method: "POST",
  path: "/api/v1/join",
  summary: "Use an invitation: make an account, or add its project to one's own",
  description: "Answers with the session's cookie. An invitation works once.",
  scope: "none",
  body: { "application/json": joinBody },
  response: doneSchema,
});

export const memberSchema = z
  .object({
    id: z.string().describe("the person's id"),
    name: z.string().describe("the person's name"),
    email: z.string().describe("the person's e-mail address"),
    role: roleField,
    group: z
      .string()
      .nullable()
      .describe("the group of the identity provider that gives the role; null where an owner gave it"),
    since: z.iso.datetime().describe("since when the person is a member"),
  })
  .meta({ id: "Member" });

export const listMembers = endpoint({
  method: "GET",
  path: "/api/v1/members",
  summary: "Who is a member of the project, and who is invited",
  description:
    "With the role of each, and the roles that groups of the identity provider give. Links of invitations are not part of the answer.",
  scope: "manage",
  response: z.object({
    members: z.array(memberSchema).describe("the members of the project"),
    invitations: z
      .array(
        z.object({
          id: z.string().describe("the invitation's id"),
          role: roleField,
          email: z.string().nullable().describe("the invited person; null for anybody who has the link"),
          expiresAt: z.iso.datetime().describe("until when it can be used"),
        }),
      )
      .describe("the invitations that nobody has used yet"),
    groups: z
      .array(z.object({ group: groupField, role: roleField }))
      .describe("what groups of the identity provider may do"),
  }),
});

export const groupBody = z.object({ group: groupField, role: roleField });
export const setGroupRole = endpoint({
  method: "PUT",
  path: "/api/v1/groups",
  summary: "Give a group of the identity provider a role",
  description:
    "Its people join when they sign in, without an invitation, and lose the role at a sign-in after they left the group.",
  scope: "manage",
  body: { "application/json": groupBody },
  response: fallenSchema,
});

export const ungroupBody = z.object({ group: groupField });
export const removeGroupRole = endpoint({
  method: "DELETE",
  path: "/api/v1/groups",
  summary: "Take its role from a group of the identity provider",
  description:
    "Who is a member through this group leaves the project at once, and what they gave is withdrawn.",
  scope: "manage",
  body: { "application/json": ungroupBody },
  response: fallenSchema,
});

const memberParams = z.object({ userId: z.string().describe("the member's id") });
export const memberBody = z.object({ role: roleField });
export const changeMember = endpoint({
  method: "PATCH",
  path: "/api/v1/members/{userId}",
  summary: "Give a member another role",
  description:
    "A project keeps at least one owner. What the member gave and may give no more is withdrawn, and the answer lists it.",
  scope: "manage",
  params: memberParams,
  body: { "application/json": memberBody },
  response: fallenSchema,
});

export const removeMember = endpoint({
  method: "DELETE",
  path: "/api/v1/members/{userId}",
  summary: "Remove a member from the project",
  description:
    "A project keeps at least one owner. What the member gave is withdrawn, their keys too, and the answer lists it. Take over before what is to stay.",
  scope: "manage",
  params: memberParams,
  response: fallenSchema,
});

export const invitationBody = z.object({
  role: roleField,
  email: email.nullable().default(null).describe("the invited person; null for anybody who has the link"),
});
export const createInvitation = endpoint({
  method: "POST",
  path: "/api/v1/invitations",
  summary: "Make a link with which one person can join the project",
  description: "The link is shown once and works once, within a week.",
  scope: "manage",
  body: { "application/json": invitationBody },
  response: z.object({
    url: z.string().describe("the link to send; it is shown only here"),
    expiresAt: z.iso.datetime().describe("until when it can be used"),
  }),
});

export const withdrawInvitation = endpoint({
  method: "DELETE",
  path: "/api/v1/invitations/{invitationId}",
  summary: "Withdraw an invitation that was not used yet",
  description: "Its link does not work any more.",
  scope: "manage",
  params: z.object({ invitationId: z.string().describe("the invitation's id") }),
  response: doneSchema,
});
