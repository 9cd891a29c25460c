import { z } from "zod";
import { KEY_SCOPES, ROLES } from "../access";
import { endpoint } from "../endpoint";

const doneSchema = z.object({ done: z.literal(true).describe("always true: the change is stored") });
const time = z.iso.datetime();

export const listProjects = endpoint({
  method: "GET",
  path: "/api/v1/projects",
  summary: "The projects of the person who asks",
  description: "With the person's role in each, and the one that is looked at.",
  scope: "self",
  response: z.object({
    projects: z
      .array(
        z.object({
          id: z.string().describe("the project's id"),
          name: z.string().describe("the project's name"),
          role: z.enum(ROLES).describe("the person's role in it"),
        }),
      )
      .describe("the projects that the person is a member of"),
    current: z
      .string()
      .nullable()
      .describe("id of the project that is looked at; null for a person without a project"),
  }),
});

export const projectBody = z.object({
  name: z.string().trim().min(1).max(100).describe("the project's name"),
});
export const createProject = endpoint({
  method: "POST",
  path: "/api/v1/projects",
  summary: "Create a project and become its owner",
  description: "A project has sessions, members and keys of its own.",
  scope: "manage",
  body: { "application/json": projectBody },
  response: z.object({
    id: z.string().describe("the project's id"),
    name: z.string().describe("the project's name"),
  }),
});

export const chosenProjectBody = z.object({
  id: z.string().max(200).describe("id of the project to look at"),
});
export const chooseProject = endpoint({
  method: "PUT",
  path: "/api/v1/projects/current",
  summary: "Look at another of one's projects",
  description: "Holds for this browser, until another project is chosen.",
  scope: "self",
  body: { "application/json": chosenProjectBody },
  response: doneSchema,
});

export const keySchema = z
  .object({
    id: z.string().describe("the key's id; not the key itself"),
    name: z.string().describe("how people call the key"),
    prefix: z.string().describe("the beginning of the key, to know it by"),
    scopes: z.array(z.enum(KEY_SCOPES)).describe("what the key may do: send (`ingest`), read, or both"),
    agent: z
      .string()
      .nullable()
      .describe("the one agent whose sessions it may send; null for every session of the project"),
    createdAt: time.describe("when it was made"),
    expiresAt: time.nullable().describe("until when it works; null for no end"),
    revokedAt: time.nullable().describe("when it was revoked; null while it works"),
    lastUsedAt: time.nullable().describe("when it was used last; null for never"),
  })
  .meta({ id: "ApiKey" });
export type KeyResult = z.infer<typeof keySchema>;
const listedKeySchema = keySchema.extend({
  madeBy: z
    .object({
      email: z.string().describe("the person's e-mail address"),
      isMember: z.boolean().describe("false for somebody who was removed since"),
    })
    .nullable()
    .describe("who made it; null where nobody signed in"),
  giver: z
    .object({
      id: z.string().describe("the person's id"),
      email: z.string().describe("the person's e-mail address"),
      role: z.enum(ROLES).nullable().describe("the person's role now; null for somebody who is no member"),
    })
    .nullable()
    .describe("by whose right it works: who made it, or took it over since; null where nobody signed in"),
  isGiven: z
    .boolean()
    .describe(
      "false where its giver may no more do what it does: it is refused until an owner takes it over",
    ),
});
export type ListedKey = z.infer<typeof listedKeySchema>;
const newKeySchema = z.object({
  key: keySchema.describe("what is kept of the key"),
  secret: z.string().describe("the key itself; it is not kept and cannot be shown again"),
});

export const listKeys = endpoint({
  method: "GET",
  path: "/api/v1/keys",
  summary: "The project's API keys",
  description: "With keys that were revoked. The keys themselves are not kept.",
  scope: "manage",
  response: z.object({ keys: z.array(listedKeySchema).describe("the keys, the newest first") }),
});

export const KEY_DAYS_MAX = 3_650;
export const keyBody = z
  .object({
    name: z.string().trim().min(1).max(100).describe("how people call the key"),
    scopes: z
      .array(z.enum(KEY_SCOPES))
      .min(1)
      .describe("what the key may do: send (`ingest`), read, or both"),
    expiresInDays: z
      .int()
      .min(1)
      .max(KEY_DAYS_MAX)
      .nullable()
      .default(null)
      .describe("days until it stops working; null for no end"),
    agent: z
      .string()
      .regex(/^[\w.-]{1,100}$/, "expected letters, digits, dots, hyphens and underscores, 100 at most")
      .nullable()
      .default(null)
      .describe(
        "for one agent only: the key sends events and model calls of sessions whose ids begin with this name and a slash; null for every session of the project",
      ),
  })
  .refine(({ agent, scopes }) => agent === null || !scopes.includes("read"), {
    path: ["scopes"],
    message: "expected ingest alone: a key for one agent cannot read",
  });
export const createKey = endpoint({
  method: "POST",
  path: "/api/v1/keys",
  summary: "Create an API key",
  description: "Send it as a bearer token, in `x-api-key`, or as the password or user of basic credentials.",
  scope: "manage",
  body: { "application/json": keyBody },
  response: newKeySchema,
});

const keyParams = z.object({ keyId: z.string().describe("the key's id") });
export const rotateKey = endpoint({
  method: "POST",
  path: "/api/v1/keys/{keyId}/rotate",
  summary: "Replace an API key by a new one with the same name and scopes",
  description: "The old key stays valid for a day, or until it expires, so that programs can switch.",
  scope: "manage",
  params: keyParams,
  response: newKeySchema,
});

export const revokeKey = endpoint({
  method: "DELETE",
  path: "/api/v1/keys/{keyId}",
  summary: "Revoke an API key",
  description: "It stops working at once. The list keeps it, so that the audit log can be read.",
  scope: "manage",
  params: keyParams,
  response: doneSchema,
});

export const auditEntrySchema = z
  .object({
    id: z.string().describe("the entry's id"),
    at: time.describe("when it happened"),
    actor: z.string().describe("who did it: a person's name or a key's"),
    action: z.string().describe("what was done, such as `key.created`"),
    target: z.string().nullable().describe("what it was done to; null for the project itself"),
    detail: z.record(z.string(), z.unknown()).describe("further facts, by name"),
    address: z.string().nullable().describe("the network address of the caller; null where unknown"),
    count: z.int().describe("how often, where one entry covers many"),
  })
  .meta({ id: "AuditEntry" });

export const listAuditLog = endpoint({
  method: "GET",
  path: "/api/v1/audit-log",
  summary: "Who did what in the project, newest first",
  description: "Pages by time: send the answer's `nextBefore` back as `before`.",
  scope: "manage",
  query: z.object({
    before: time.optional().describe("entries before this time: `nextBefore` of the page before"),
    limit: z.coerce.number().int().min(1).max(500).default(100).describe("entries in the answer at most"),
  }),
  response: z.object({
    entries: z.array(auditEntrySchema).describe("the entries, the newest first"),
    nextBefore: time.nullable().describe("`before` of the next page; null on the last one"),
  }),
});
