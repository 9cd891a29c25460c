import { z } from "zod";
import { checkPattern } from "@/lib/core/redaction-pattern";
import { endpoint } from "../endpoint";
import { WAIT_MS_MAX } from "../freshness";
import { exportQuery, snapshotSchema } from "./incidents";
import { sessionParams } from "./sessions";

const time = z.iso.datetime();
const turn = z.int().min(0).max(10_000_000);
const doneSchema = z.object({ done: z.literal(true) });
export const SHARE_DAYS_MAX = 365;
export const SHARE_DAYS = 7;
export const PASSPHRASE_CHARS_MIN = 8;

/** Strict, because a misspelt passphrase or expiry would leave a link more open than its owner thinks. */
const subject = z.strictObject({
  incident: z
    .string()
    .max(100)
    .nullable()
    .default(null)
    .describe("an incident of the session; null for the session"),
  page: z
    .object({
      path: z
        .string()
        .max(2_000)
        .describe("what follows the session in the page's address, such as `/turns/12`"),
      search: z.string().max(8_000).default("").describe("the query of the page's address"),
    })
    .nullable()
    .default(null)
    .describe(
      "a view of the session in the state that it is in; null for the timeline of the incident or the session",
    ),
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
export type PageSubject = NonNullable<PreviewBody["page"]>;
export type PreviewBody = z.infer<typeof previewBody>;

export const shareBody = subject.extend({
  expiresInDays: z.int().min(1).max(SHARE_DAYS_MAX).default(SHARE_DAYS),
  viewLimit: z.int().min(1).max(1_000_000).nullable().default(null),
  passphrase: z.string().min(PASSPHRASE_CHARS_MIN).max(200).nullable().default(null),
  image: z.boolean().default(true).describe("whether chat programs get an image and a title of it"),
});
export type ShareBody = z.infer<typeof shareBody>;

/** A frozen view of a session: its address, what the page was given, and what its parts fetched, by address. */
export const viewSnapshotSchema = z
  .looseObject({
    version: z.literal(1),
    kind: z.literal("view"),
    title: z.string(),
    content: z.enum(["masked", "off"]),
    place: z.object({ view: z.string(), of: z.string(), search: z.string() }),
    given: z.record(z.string(), z.unknown()),
    answers: z.record(z.string(), z.unknown()),
  })
  .meta({ id: "ViewSnapshot" });
const sharedSchema = z.union([snapshotSchema, viewSnapshotSchema]);

const hitSchema = z.object({
  id: z.string(),
  label: z.string(),
  value: z.string(),
  places: z.array(z.string()),
  masked: z.boolean(),
});

export const previewSchema = z.object({
  hits: z.array(hitSchema),
  lookedFor: z.array(z.string()).describe("the kinds of secrets and personal data that were looked for"),
  toChoose: z.array(z.string()).describe("the kinds that were not, and that the project's settings can add"),
  snapshot: sharedSchema,
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

const redactionQuery = z.object({
  wait: z.coerce
    .number()
    .int()
    .min(0)
    .max(WAIT_MS_MAX)
    .default(WAIT_MS_MAX)
    .describe(
      "milliseconds that the request waits while a worker redacts; after that it is answered with 202 and the job, to be read and cancelled at /api/v1/jobs/{jobId}",
    ),
  job: z
    .string()
    .max(100)
    .optional()
    .describe("the id of such a job: the same request with it gives what the job made, once it is done"),
});

export const previewShare = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/shares/preview",
  summary: "What a share would hold, and what would be masked in it",
  scope: "write",
  params: sessionParams,
  query: redactionQuery,
  body: { "application/json": previewBody },
  response: previewSchema,
});

export const createShare = endpoint({
  method: "POST",
  path: "/api/v1/sessions/{id}/shares",
  summary: "Freeze an incident, a session, a replay or a view in its state behind a link",
  scope: "write",
  params: sessionParams,
  query: redactionQuery,
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
    "A view is handed out as JSON only. A passphrase is sent in `x-share-passphrase`. Unknown, expired, revoked and used-up links are alike.",
  scope: "none",
  params: tokenParams,
  query: exportQuery,
  response: sharedSchema,
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

const ruleSchema = z
  .object({
    name: z.string().trim().min(1).max(60),
    kind: z.enum(["text", "regex"]).default("text"),
    pattern: z
      .string()
      .trim()
      .min(3)
      .max(200)
      .describe(
        "a text, with at most two * for anything up to the next space or quote; or a regular expression of characters and classes with bounded repetitions",
      ),
  })
  .check(({ value: { kind, pattern }, issues }) => {
    const checked = kind === "regex" ? checkPattern(pattern) : null;
    const problem =
      checked !== null && "problem" in checked
        ? checked.problem
        : kind === "text" && pattern.split("*").length > 3
          ? "expected at most two wildcards"
          : null;
    if (problem !== null)
      issues.push({ code: "custom", message: problem, path: ["pattern"], input: pattern });
  });

export const redactionRulesSchema = z
  .object({
    rules: z.array(ruleSchema).max(100),
    off: z.array(z.string().max(60)).max(500).describe("ids of classes that the project does without"),
    on: z
      .array(z.string().max(60))
      .max(500)
      .default([])
      .describe("ids of classes that are looked for because the project chose them, such as ip"),
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
