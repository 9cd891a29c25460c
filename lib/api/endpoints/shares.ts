import { z } from "zod";
import { endpoint } from "../endpoint";
import { WAIT_MS_MAX } from "../freshness";
import { redactionRulesSchema } from "../schemas/redaction-rules";
import { exportQuery, snapshotSchema } from "./incidents";
import { sessionParams } from "./session-params";

const time = z.iso.datetime();
const turn = z.int().min(0).max(10_000_000).describe("index of the turn, from 0");
const doneSchema = z.object({ done: z.literal(true).describe("always true: the change is stored") });
export const SHARE_DAYS_MAX = 365;
export const SHARE_DAYS = 7;
export const PASSPHRASE_CHARS_MIN = 8;
/** Of a text that a person chose to mask. */
const MASK_CHARS = { min: 3, max: 200 };

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
  to: turn.optional().describe("the last turn, where no incident says; the last there is when left out"),
  view: z
    .object({
      turn: turn.nullable().default(null).describe("the turn that the cursor is at; null for none"),
      axis: z
        .enum(["time", "turns"])
        .default("time")
        .describe("whether the timeline runs by time or by turns"),
      compress: z.boolean().default(false).describe("whether idle gaps of the time axis are cut short"),
    })
    .prefault({})
    .describe("how the reader is to find it"),
  content: z
    .enum(["off", "masked"])
    .default("masked")
    .describe("off leaves structure, sizes and names of tools only"),
  reveal: z
    .array(z.string().max(100))
    .max(10_000)
    .default([])
    .describe("ids of hits that are not to be masked"),
  mask: z
    .array(z.string().trim().min(MASK_CHARS.min).max(MASK_CHARS.max))
    .max(200)
    .default([])
    .describe("texts that are masked wherever they stand, besides what is found"),
});

export const previewBody = subject;
export type PageSubject = NonNullable<PreviewBody["page"]>;
export type PreviewBody = z.infer<typeof previewBody>;

export const shareBody = subject.extend({
  expiresInDays: z.int().min(1).max(SHARE_DAYS_MAX).default(SHARE_DAYS).describe("days until the link ends"),
  viewLimit: z
    .int()
    .min(1)
    .max(1_000_000)
    .nullable()
    .default(null)
    .describe("views after which the link ends; null for no bound"),
  passphrase: z
    .string()
    .min(PASSPHRASE_CHARS_MIN)
    .max(200)
    .nullable()
    .default(null)
    .describe("what a reader has to give; null for no passphrase"),
  image: z.boolean().default(true).describe("whether chat programs get an image and a title"),
});
export type ShareBody = z.infer<typeof shareBody>;

const frozenAnswerSchema = z.object({
  read: z.unknown().describe("the name of the read, with its parameters"),
  answer: z.unknown().describe("what the API answered, masked"),
});

/** Its address, the input of its page, and the answers that its parts fetched, by address. */
export const viewSnapshotSchema = z
  .looseObject({
    version: z.literal([1, 2]).describe("the version of this form; 1 in links that were made before 2"),
    kind: z.literal("view").describe("always `view`"),
    title: z.string().describe("the title of the page"),
    content: z.enum(["masked", "off"]).describe("`off` without any content, `masked` with secrets masked"),
    place: z
      .object({
        view: z.string().describe("the view's id"),
        of: z.string().describe("what the view is of: the session's id in this share"),
        search: z.string().describe("the query of the page's address"),
      })
      .describe("the view and its state"),
    given: z.record(z.string(), z.unknown()).describe("what the page was given"),
    answers: z
      .union([z.array(frozenAnswerSchema), z.record(z.string(), z.unknown())])
      .describe("what the page's parts read; in version 1 by address"),
  })
  .meta({ id: "ViewSnapshot" });
const sharedSchema = z.union([snapshotSchema, viewSnapshotSchema]);

const hitSchema = z.object({
  id: z.string().describe("the hit's id, for `reveal`"),
  label: z.string().describe("the kind of secret or personal data"),
  kind: z.string().describe("the id of its class, for `off` of the project's rules; `rule: …` for a rule's"),
  kindLabel: z.string().describe("the name of its class"),
  value: z.string().describe("the text that would be masked"),
  before: z.string().describe("what stands before it, where it stands first"),
  after: z.string().describe("what stands after it there"),
  places: z.array(z.string()).describe("where it stands"),
  masked: z.boolean().describe("whether it is masked in the snapshot"),
});

export const previewSchema = z.object({
  hits: z.array(hitSchema).describe("everything that would be masked"),
  lookedFor: z.array(z.string()).describe("the kinds of secrets and personal data that were looked for"),
  toChoose: z.array(z.string()).describe("the kinds that were not, and that the project's settings can add"),
  mayTeach: z.boolean().describe("whether the caller may change the project's rules"),
  job: z.string().describe("for `job` of the share, which then holds exactly this snapshot"),
  masks: z
    .array(z.tuple([z.int().describe("the hit's index; -1 for none"), z.int().describe("█ in a row")]))
    .describe("whose value each █ of the snapshot hides, in the order of its JSON"),
  snapshot: sharedSchema.describe("what the share would hold"),
});

export const shareSchema = z
  .object({
    id: z.string().describe("the share's id; not its token"),
    title: z.string().describe("the title of what is shared"),
    content: z.string().describe("whether the content is masked or left out"),
    createdBy: z.string().describe("who made the share"),
    createdAt: time.describe("when it was made"),
    expiresAt: time.describe("when the link ends"),
    revokedAt: time.nullable().describe("when it was ended by hand; null where it was not"),
    viewLimit: z.int().nullable().describe("views after which the link ends; null for no bound"),
    views: z.int().describe("how often it was looked at"),
    lastViewedAt: time.nullable().describe("when it was looked at last; null for never"),
    hasPassphrase: z.boolean().describe("whether a reader has to give a passphrase"),
    hasImage: z.boolean().describe("whether chat programs get an image"),
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
  description: "Nothing is stored. The ids of the hits are what `reveal` names when the share is made.",
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
  description:
    "Secrets and personal data are masked as the project's rules say. The link shows the snapshot, never the session itself.",
  scope: "write",
  params: sessionParams,
  query: redactionQuery,
  body: { "application/json": shareBody },
  response: z.object({
    share: shareSchema.describe("the share that was made"),
    token: z.string().describe("it is not kept and cannot be shown again"),
    url: z.string().describe("the link to send"),
  }),
});

export const listShares = endpoint({
  method: "GET",
  path: "/api/v1/sessions/{id}/shares",
  summary: "The shares of a session, newest first, with how often they were looked at",
  description: "With shares that have ended. Tokens are not kept, so links cannot be shown again.",
  scope: "read",
  params: sessionParams,
  response: z.object({ shares: z.array(shareSchema).describe("the shares, the newest first") }),
});

export const revokeShare = endpoint({
  method: "DELETE",
  path: "/api/v1/sessions/{id}/shares/{shareId}",
  summary: "End a share at once; its snapshot is deleted",
  description: "The link answers as an unknown one does from then on.",
  scope: "write",
  params: sessionParams.extend({ shareId: z.string().max(100).describe("the share's id") }),
  response: doneSchema,
});

const tokenParams = z.object({ token: z.string().max(200).describe("the token, the last part of the link") });

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

export const checkShare = endpoint({
  method: "GET",
  path: "/api/v1/shares/{token}/state",
  summary: "Whether a share that was opened still stands; does not count as a view",
  description:
    "The page of a share asks it, and closes when the share has ended. To anybody else the link is unknown.",
  scope: "none",
  params: tokenParams,
  query: z.object({ share: z.string().max(100).describe("the share's id, which its opened page knows") }),
  response: z.object({
    stands: z.literal(true).describe("always true: a share that has ended is not found"),
  }),
});

export const unlockBody = z.object({ passphrase: z.string().max(200).describe("the share's passphrase") });
export const unlockShare = endpoint({
  method: "POST",
  path: "/api/v1/shares/{token}/unlock",
  summary: "Give a share's passphrase, for the page of the share",
  description: "Answers with a cookie for this share.",
  scope: "none",
  params: tokenParams,
  body: { "application/json": unlockBody },
  response: doneSchema,
});

export const getShareImage = endpoint({
  method: "GET",
  path: "/api/v1/shares/{token}/image",
  summary: "The image that chat programs show beside a link; does not count as a view",
  description: "Shows no content of the session.",
  scope: "none",
  params: tokenParams,
  response: z.string(),
  responseType: "image/png",
});

export const getRedactionRules = endpoint({
  method: "GET",
  path: "/api/v1/redaction-rules",
  summary: "What the project masks in shares beyond the usual, and what it does not",
  description: "A new project has no rules and the usual classes.",
  scope: "manage",
  response: redactionRulesSchema,
});

export const setRedactionRules = endpoint({
  method: "PUT",
  path: "/api/v1/redaction-rules",
  summary: "Say what the project masks in shares",
  description: "Holds for new shares. Existing snapshots do not change.",
  scope: "manage",
  body: { "application/json": redactionRulesSchema },
  response: redactionRulesSchema,
});
