import { z } from "zod";
import { KEY_SCOPES, ROLES } from "../access";
import { endpoint } from "../endpoint";

const doneSchema = z.object({ done: z.literal(true) });
const time = z.iso.datetime();

export const listProjects = endpoint({
  method: "GET",
  path: "/api/v1/projects",
  summary: "The projects of the person who asks",
  scope: "self",
  response: z.object({
    projects: z.array(z.object({ id: z.string(), name: z.string(), role: z.enum(ROLES) })),
    current: z.string().nullable(),
  }),
});

export const projectBody = z.object({ name: z.string().trim().min(1).max(100) });
export const createProject = endpoint({
  method: "POST",
  path: "/api/v1/projects",
  summary: "Create a project and become its owner",
  scope: "manage",
  body: { "application/json": projectBody },
  response: z.object({ id: z.string(), name: z.string() }),
});

export const chosenProjectBody = z.object({ id: z.string().max(200) });
export const chooseProject = endpoint({
  method: "PUT",
  path: "/api/v1/projects/current",
  summary: "Look at another of one's projects",
  scope: "self",
  body: { "application/json": chosenProjectBody },
  response: doneSchema,
});

export const keySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    prefix: z.string().describe("the beginning of the key, to know it by"),
    scopes: z.array(z.enum(KEY_SCOPES)),
    createdAt: time,
    expiresAt: time.nullable(),
    revokedAt: time.nullable(),
    lastUsedAt: time.nullable(),
  })
  .meta({ id: "ApiKey" });
export type KeyResult = z.infer<typeof keySchema>;
const newKeySchema = z.object({
  key: keySchema,
  secret: z.string().describe("the key itself; it is not kept and cannot be shown again"),
});

export const listKeys = endpoint({
  method: "GET",
  path: "/api/v1/keys",
  summary: "The project's API keys",
  scope: "manage",
  response: z.object({ keys: z.array(keySchema) }),
});

export const KEY_DAYS_MAX = 3_650;
export const keyBody = z.object({
  name: z.string().trim().min(1).max(100),
  scopes: z.array(z.enum(KEY_SCOPES)).min(1),
  expiresInDays: z.int().min(1).max(KEY_DAYS_MAX).nullable().default(null),
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

const keyParams = z.object({ keyId: z.string() });
export const rotateKey = endpoint({
  method: "POST",
  path: "/api/v1/keys/{keyId}/rotate",
  summary: "Replace an API key by a new one with the same name and scopes",
  description:
    "The old key goes on working for a day, or until it expires, so that programs can be changed over.",
  scope: "manage",
  params: keyParams,
  response: newKeySchema,
});

export const revokeKey = endpoint({
  method: "DELETE",
  path: "/api/v1/keys/{keyId}",
  summary: "Revoke an API key",
  scope: "manage",
  params: keyParams,
  response: doneSchema,
});

export const auditEntrySchema = z
  .object({
    id: z.string(),
    at: time,
    actor: z.string(),
    action: z.string(),
    target: z.string().nullable(),
    detail: z.record(z.string(), z.unknown()),
    address: z.string().nullable(),
    count: z.int().describe("how often, where an entry stands for many"),
  })
  .meta({ id: "AuditEntry" });

export const listAuditLog = endpoint({
  method: "GET",
  path: "/api/v1/audit-log",
  summary: "Who did what in the project, newest first",
  scope: "manage",
  query: z.object({
    before: time.optional().describe("entries before this time: `nextBefore` of the page before"),
    limit: z.coerce.number().int().min(1).max(500).default(100),
  }),
  response: z.object({ entries: z.array(auditEntrySchema), nextBefore: time.nullable() }),
});
