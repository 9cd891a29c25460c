import { z } from "zod";
import { endpoint } from "../endpoint";
import { exportQuery, snapshotSchema } from "./incidents";
import { sessionParams } from "./sessions";

const time = z.iso.datetime();
const turn = z.int().min(0).max(10_000_000);
const doneSchema = z.object({ done: z.literal(true) });
export const SHARE_DAYS_MAX = 365;
export const SHARE_DAYS = 7;
export const PASSPHRASE_CHARS_MIN = 8;

const subject = z.object({
  incident: z
    .string()
    .max(100)
    .nullable()
    .default(null)
    .describe("an incident of the session; null for the session"),
  from: turn.optional().describe("the first turn, where no incident says; the first there is when left out"),
  to: turn.optional(),
  view: z
    .object({
      turn: turn.nullable().default(null),
      axis: z.enum(["time", "turns"]).default("time"),
      compress: z.boolean().default(false),
    })
    .prefault({})
    .describe("how the reader is to find it"),
  content: z.enum(["off", "masked"]).default("masked").describe("off leaves structure and numbers only"),
  reveal: z
    .array(z.string().max(100))
    .max(10_000)
    .default([])
    .describe("ids of hits that are not to be masked"),
});

export const previewBody = subject;
export type PreviewBody = z.infer<typeof previewBody>;

export const shareBody = subject.extend({
  expiresInDays: z.int().min(1).max(SHARE_DAYS_MAX).default(SHARE_DAYS),
  viewLimit: z.int().min(1).max(1_000_000).nullable().default(null),
  passphrase: z.string().min(PASSPHRASE_CHARS_MIN).max(200).nullable().default(null),
  image: z.boolean().default(true).describe("whether chat programs get an image and a title of it"),
});
export type ShareBody = z.infer<typeof shareBody>;

const hitSchema = z.object({
  id: z.string(),
  label: z.string(),
  value: z.string(),
  places: z.array(z.string()),
  masked: z.boolean(),
});

export const previewSchema = z.object({
  hits: z.array(hitSchema),
  snapshot: snapshotSchema,
});

export const shareSchema = z
  .object({
    id: z.string(),
    title: z.string(),
    content: z.string(),
    createdBy: z.string(),
    createdAt: time,
    expiresAt: time,
    revokedAt: time.nullable(),
    viewLimit: z.int().nullable(),
    views: z.int(),
    lastViewedAt: time.nullable(),
    hasPassphrase: z.boolean(),
    hasImage: z.boolean(),
  })
  .meta({ id: "Share" });
export type ShareResult = z.infer<typeof shareSchema>;

export const previewShare = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/shares/preview",
  summary: "What a share would hold, and what would be masked in it",
  scope: "write",
  params: sessionParams,
  body: { "application/json": previewBody },
  response: previewSchema,
});

export const createShare = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/shares",
  summary: "Freeze an incident or a session behind a link",
  scope: "write",
  params: sessionParams,
  body: { "application/json": shareBody },
  response: z.object({
    share: shareSchema,
    token: z.string().describe("it is not kept and cannot be shown again"),
    url: z.string(),
  }),
});

export const listShares = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/shares",
  summary: "The shares of a session, newest first, with how often they were looked at",
  scope: "read",
  params: sessionParams,
  response: z.object({ shares: z.array(shareSchema) }),
});

export const revokeShare = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/shares/{shareId}",
  summary: "End a share at once; its snapshot is deleted",
  scope: "write",
  params: sessionParams.extend({ shareId: z.string().max(100) }),
  response: doneSchema,
});

const tokenParams = z.object({ token: z.string().max(200) });

export const openShare = endpoint({
  method: "GET",
  path: "/api/v1/shares/{token}",
  summary: "What is behind a link, as JSON, Markdown, CSV or one HTML file; counts as a view",
  description:
    "A passphrase is sent in `x-share-passphrase`. Unknown, expired, revoked and used-up links are alike.",
  scope: "none",
  params: tokenParams,
  query: exportQuery,
  response: snapshotSchema,
});

export const unlockBody = z.object({ passphrase: z.string().max(200) });
export const unlockShare = endpoint({
  method: "POST",
  path: "/api/v1/shares/{token}/unlock",
  summary: "Give a share's passphrase, for the page of the share",
  scope: "none",
  params: tokenParams,
  body: { "application/json": unlockBody },
  response: doneSchema,
});

export const getShareImage = endpoint({
  method: "GET",
  path: "/api/v1/shares/{token}/image",
  summary: "The image that chat programs show beside a link; does not count as a view",
  scope: "none",
  params: tokenParams,
  response: z.string(),
  responseType: "image/png",
});

export const redactionRulesSchema = z
  .object({
    rules: z
      .array(
        z.object({
          name: z.string().trim().min(1).max(60),
          pattern: z
            .string()
            .trim()
            .min(3)
            .max(200)
            .regex(/^(?:[^*]*\*?){0,3}$/, "expected at most two wildcards")
            .describe("a text, with * for anything up to the next space or quote"),
        }),
      )
      .max(100),
    off: z.array(z.string().max(60)).max(200).describe("ids of detectors that the project does without"),
  })
  .meta({ id: "RedactionRules" });

export const getRedactionRules = endpoint({
  method: "GET",
  path: "/api/v1/redaction-rules",
  summary: "What the project masks in shares beyond the usual, and what it does not",
  scope: "manage",
  response: redactionRulesSchema,
});

export const setRedactionRules = endpoint({
  method: "PUT",
  path: "/api/v1/redaction-rules",
  summary: "Say what the project masks in shares",
  scope: "manage",
  body: { "application/json": redactionRulesSchema },
  response: redactionRulesSchema,
});
