import { z } from "zod";
import { ALERT_FORMATS } from "@/lib/core/alert/choices";
import { alertRuleSchema } from "@/lib/core/alert/rule";
import { endpoint } from "../endpoint";

const doneSchema = z.object({ done: z.literal(true).describe("always true: the change is stored") });
const name = z.string().trim().min(1).max(100);
const id = z.string().min(1).max(100);
const targetParams = z.object({ targetId: id.describe("the target's id, as the list of alerts gives it") });
const TARGETS_MAX = 20;

export const alertTargetBody = z.strictObject({
  name: name.describe("how people call the target"),
  url: z.string().min(1).max(2_000).describe("an https address; in local mode http and this machine too"),
  format: z
    .enum(ALERT_FORMATS)
    .default("json")
    .describe(
      "the form of the message: Sightglass' own JSON, Slack's, or subject and text for an e-mail gateway",
    ),
});
export type AlertTargetBody = z.output<typeof alertTargetBody>;

export const alertRuleBody = z.strictObject({
  name: name.describe("how people call the rule; it stands in the alert"),
  rule: alertRuleSchema.describe("what has to hold before an alert is sent"),
  targets: z
    .array(id)
    .min(1)
    .max(TARGETS_MAX)
    .describe("ids of targets; `browser` for notifications in the browsers that have a page open"),
});
export type AlertRuleBody = z.output<typeof alertRuleBody>;

const targetSchema = z
  .object({
    id: z.string().describe("the target's id"),
    name: z.string().describe("how people call the target"),
    url: z.string().describe("the address that messages are sent to"),
    format: z.enum(ALERT_FORMATS).describe("the form of the messages"),
    createdAt: z.string().describe("when it was declared"),
  })
  .meta({ id: "AlertTarget" });
const ruleSchema = z
  .object({
    id: z.string().describe("the rule's id"),
    name: z.string().describe("how people call the rule"),
    rule: alertRuleSchema.describe("what has to hold before an alert is sent"),
    targets: z.array(z.string()).describe("ids of the targets that the alerts go to"),
    createdAt: z.string().describe("when it was made"),
  })
  .meta({ id: "SavedAlertRule" });
export const ALERT_STATES = ["held", "waiting", "sent", "dead"] as const;
const messageSchema = z
  .object({
    id: z.string().describe("the message's id; the receiver finds it in `x-sightglass-id`"),
    rule: z.string().nullable().describe("the rule's name; null for a test, and for a deleted rule"),
    target: z.string().nullable().describe("the target's name; null where it is gone"),
    session: z.string().nullable().describe("id of the session that the alert is about; null for a test"),
    status: z
      .enum(ALERT_STATES)
      .describe("`held` until its rule has held long enough; `dead` when it was tried as often as it may be"),
    attempts: z.int().describe("how often it was sent so far"),
    answer: z.string().nullable().describe("what the receiver answered, or why it did not"),
    createdAt: z.string().describe("when the alert was raised"),
    dueAt: z.string().nullable().describe("when it is tried next"),
    sentAt: z.string().nullable().describe("when a receiver accepted it; null before that"),
  })
  .meta({ id: "AlertMessage" });
export type AlertMessageResult = z.output<typeof messageSchema>;

const alertsSchema = z.object({
  targets: z.array(targetSchema).describe("where alerts are sent"),
  rules: z.array(ruleSchema).describe("when alerts are sent"),
  messages: z.array(messageSchema).describe("the newest hundred"),
});
export type AlertsResult = z.output<typeof alertsSchema>;

export const getAlerts = endpoint({
  method: "GET",
  path: "/api/v1/alerts",
  summary: "Where alerts are sent, when, and what was sent",
  description: "Secrets of targets are not part of the answer. The log has the newest hundred messages.",
  scope: "manage",
  response: alertsSchema,
});

const newsSchema = z.object({
  alerts: z
    .array(
      z.object({
        id: z.string().describe("the alert's id; the same alert has the same id in every browser"),
        rule: z.string().describe("the rule's name"),
        session: z.string().describe("the public id of the session"),
        name: z.string().describe("the session's name, else its sender's id"),
        sentence: z.string().nullable().describe("of the first finding; recorded text in it is text"),
        turn: z
          .int()
          .nullable()
          .describe("where the first finding begins; null where the rule is about no finding"),
        more: z.int().describe("findings beyond that one"),
        windowShare: z
          .number()
          .nullable()
          .describe(
            "share of the budget that the window takes, from 0; null where the rule is about findings",
          ),
        story: z.string().nullable().describe("what happened in the session; null while it is not analysed"),
      }),
    )
    .describe("the alerts, the oldest first"),
  until: z.string().describe("send it as `after` with the next request"),
});
export type AlertNewsResult = z.output<typeof newsSchema>;

export const getAlertNews = endpoint({
  method: "GET",
  path: "/api/v1/alerts/news",
  summary: "Alerts for the browsers that have a page open",
  description: "Alerts of rules with the target `browser`, since the answer before.",
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
  response: z.object({
    target: targetSchema.describe("the target that was declared"),
    secret: z.string().describe("what the messages are signed with; it is shown only here"),
  }),
});

export const removeAlertTarget = endpoint({
  method: "DELETE",
  path: "/api/v1/alerts/targets/{targetId}",
  summary: "Send no alerts there any more",
  description: "Messages that wait for the target are dropped. Rules keep their other targets.",
  scope: "manage",
  params: targetParams,
  response: doneSchema,
});

export const testAlertTarget = endpoint({
  method: "POST",
  path: "/api/v1/alerts/targets/{targetId}/test",
  summary: "Send a test message at once",
  description: "Answers with what the receiver said. The test is in the log like every other message.",
  scope: "manage",
  params: targetParams,
  response: messageSchema,
});

export const createAlertRule = endpoint({
  method: "POST",
  path: "/api/v1/alerts/rules",
  summary: "Make a rule for alerts",
  description:
    "Held against every session after each analysis. A rule sends one message for each session and target. It does not look at sessions that were analysed before.",
  scope: "manage",
  body: { "application/json": alertRuleBody },
  response: ruleSchema,
});

export const removeAlertRule = endpoint({
  method: "DELETE",
  path: "/api/v1/alerts/rules/{ruleId}",
  summary: "Remove a rule for alerts",
  description: "Sent messages stay in the log.",
  scope: "manage",
  params: z.object({ ruleId: id.describe("the rule's id, as the list of alerts gives it") }),
  response: doneSchema,
});

export const retryAlertMessage = endpoint({
  method: "POST",
  path: "/api/v1/alerts/messages/{messageId}/retry",
  summary: "Try a message again that could not be sent",
  description: "The message keeps its id, so a receiver that got it before can tell.",
  scope: "manage",
  params: z.object({
    messageId: z.string().min(1).max(400).describe("the message's id, as the list of alerts gives it"),
  }),
  response: doneSchema,
});
