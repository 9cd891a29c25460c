import { z } from "zod";
import { ALERT_FORMATS, alertRuleSchema } from "@/lib/core/alert/rule";
import { endpoint } from "../endpoint";

const doneSchema = z.object({ done: z.literal(true) });
const name = z.string().trim().min(1).max(100);
const id = z.string().min(1).max(100);
const targetParams = z.object({ targetId: id });
const TARGETS_MAX = 20;

export const alertTargetBody = z.strictObject({
  name,
  url: z.string().min(1).max(2_000).describe("an https address; in local mode http and this machine too"),
  format: z.enum(ALERT_FORMATS).default("json"),
});
export type AlertTargetBody = z.output<typeof alertTargetBody>;

export const alertRuleBody = z.strictObject({
  name,
  rule: alertRuleSchema,
  targets: z
    .array(id)
    .min(1)
    .max(TARGETS_MAX)
    .describe("ids of targets; `browser` for notifications in the browsers that have a page open"),
});
export type AlertRuleBody = z.output<typeof alertRuleBody>;

const targetSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    url: z.string(),
    format: z.enum(ALERT_FORMATS),
    createdAt: z.string(),
  })
  .meta({ id: "AlertTarget" });
const ruleSchema = z
  .object({
    id: z.string(),
    name: z.string(),
    rule: alertRuleSchema,
    targets: z.array(z.string()),
    createdAt: z.string(),
  })
  .meta({ id: "SavedAlertRule" });
export const ALERT_STATES = ["held", "waiting", "sent", "dead"] as const;
const messageSchema = z
  .object({
    id: z.string(),
    rule: z.string().nullable().describe("the rule's name; null for a test, and for a rule that is gone"),
    target: z.string().nullable().describe("the target's name; null where it is gone"),
    session: z.string().nullable(),
    status: z
      .enum(ALERT_STATES)
      .describe("`held` until its rule has held long enough; `dead` when it was tried as often as it may be"),
    attempts: z.int(),
    answer: z.string().nullable().describe("what the receiver said, or why nobody did"),
    createdAt: z.string(),
    dueAt: z.string().nullable().describe("when it is tried next"),
    sentAt: z.string().nullable(),
  })
  .meta({ id: "AlertMessage" });
export type AlertMessageResult = z.output<typeof messageSchema>;

const alertsSchema = z.object({
  targets: z.array(targetSchema),
  rules: z.array(ruleSchema),
  messages: z.array(messageSchema).describe("the newest hundred"),
});
export type AlertsResult = z.output<typeof alertsSchema>;

export const getAlerts = endpoint({
  method: "GET",
  path: "/api/v1/alerts",
  summary: "Where alerts are sent, when, and what was sent",
  scope: "manage",
  response: alertsSchema,
});

const newsSchema = z.object({
  alerts: z.array(
    z.object({
      id: z.string(),
      rule: z.string(),
      session: z.string().describe("the public id of the session"),
      name: z.string().describe("the session's name, else its sender's id"),
      sentence: z.string().nullable().describe("of the first finding; recorded text in it is text"),
      more: z.int().describe("findings beyond that one"),
      windowShare: z.number().nullable(),
    }),
  ),
  until: z.string().describe("send it as `after` with the next request"),
});
export type AlertNewsResult = z.output<typeof newsSchema>;

export const getAlertNews = endpoint({
  method: "GET",
  path: "/api/v1/alerts/news",
  summary: "Alerts for the browsers that have a page open",
  scope: "read",
  query: z.object({
    after: z.iso
      .datetime()
      .optional()
      .describe("`until` of the answer before; without it, no alerts are listed"),
  }),
  response: newsSchema,
});

export const createAlertTarget = endpoint({
  method: "POST",
  path: "/api/v1/alerts/targets",
  summary: "Declare where alerts are sent",
  description:
    "Each message is a POST signed with the secret of the answer, which is shown once: `x-sightglass-signature: t=SECONDS,v1=HEX`, the HMAC-SHA256 of " +
    "`SECONDS.BODY`. In team mode addresses on private networks are refused unless SIGHTGLASS_ALERT_HOSTS names the host.",
  scope: "manage",
  body: { "application/json": alertTargetBody },
  response: z.object({ target: targetSchema, secret: z.string() }),
});

export const removeAlertTarget = endpoint({
  method: "DELETE",
  path: "/api/v1/alerts/targets/{targetId}",
  summary: "Send no alerts there any more",
  scope: "manage",
  params: targetParams,
  response: doneSchema,
});

export const testAlertTarget = endpoint({
  method: "POST",
  path: "/api/v1/alerts/targets/{targetId}/test",
  summary: "Send a test message at once",
  scope: "manage",
  params: targetParams,
  response: messageSchema,
});

export const createAlertRule = endpoint({
  method: "POST",
  path: "/api/v1/alerts/rules",
  summary: "Make a rule for alerts",
  description:
    "Held against every session after each analysis. A rule speaks once a session and target; sessions that were analysed before are not gone through.",
  scope: "manage",
  body: { "application/json": alertRuleBody },
  response: ruleSchema,
});

export const removeAlertRule = endpoint({
  method: "DELETE",
  path: "/api/v1/alerts/rules/{ruleId}",
  summary: "Remove a rule for alerts",
  scope: "manage",
  params: z.object({ ruleId: id }),
  response: doneSchema,
});

export const retryAlertMessage = endpoint({
  method: "POST",
  path: "/api/v1/alerts/messages/{messageId}/retry",
  summary: "Try a message again that could not be sent",
  scope: "manage",
  params: z.object({ messageId: z.string().min(1).max(400) }),
  response: doneSchema,
});
