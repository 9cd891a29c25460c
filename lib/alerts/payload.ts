import type { AlertFormat } from "@/lib/core/alert/choices";
import type { AlertFinding } from "@/lib/core/alert/rule";

/** Sentences contain recorded text. Every format must treat them as text. */
export interface AlertContent {
  readonly id: string;
  readonly type: "alert" | "test";
  readonly at: string;
  readonly rule: { readonly id: string; readonly name: string } | null;
  readonly session: {
    readonly id: string;
    readonly externalId: string;
    readonly name: string | null;
    readonly agent: string | null;
    readonly ended: boolean;
    readonly link: string;
  } | null;
  readonly windowShare: number | null;
  /** What happened in the session; `null` while it is not analysed. A message of an earlier version has none. */
  readonly story?: string | null;
  readonly findings: readonly AlertFinding[];
  readonly more: number;
}

const SUBJECT_CHARS_MAX = 150;
const LINE_CHARS_MAX = 500;

export function writeAlertBody(format: AlertFormat, content: AlertContent): string {
  const subject = writeSubject(content);
  const text = writeText(content);
  if (format === "json") return JSON.stringify({ version: 1, ...content });
  if (format === "email") return JSON.stringify({ subject, text, id: content.id });
  return JSON.stringify({
    text: escapeForSlack(subject),
    blocks: [
      { type: "section", text: { type: "plain_text", emoji: false, text: text.slice(0, 2_900) } },
      ...(content.session === null ? [] : [linkBlock(content.session.link)]),
    ],
  });
}

function linkBlock(url: string): object {
  return {
    type: "actions",
    elements: [{ type: "button", text: { type: "plain_text", text: "Open the session" }, url }],
  };
}

function writeSubject({ type, rule, session }: AlertContent): string {
  if (type === "test") return "Sightglass: a test message";
  return writeLine(
    `Sightglass: ${rule?.name ?? "alert"}: ${session?.name ?? session?.externalId ?? ""}`,
    SUBJECT_CHARS_MAX,
  );
}

function writeText(content: AlertContent): string {
  const { session, windowShare, story = null, findings, more, type } = content;
  if (type === "test") return "This is a test message. Alerts arrive here.";
  return [
    writeSubject(content),
    ...(session === null
      ? []
      : [
          writeLine(`${session.agent ?? "an agent"}, ${session.ended ? "ended" : "running"}`, LINE_CHARS_MAX),
        ]),
    ...(windowShare === null
      ? []
      : [`The newest window takes ${Math.round(windowShare * 100)} % of its budget.`]),
    ...(story === null ? [] : [writeLine(story, LINE_CHARS_MAX)]),
    ...findings.map(
      ({ code, severity, fromTurn, sentence }) =>
        `- ${severity ?? "not proved"}, turn ${fromTurn}, ${code}: ${writeLine(sentence, LINE_CHARS_MAX)}`,
    ),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(session === null ? [] : [session.link]),
  ].join("\n");
}

/** On one line, so that recorded text cannot form a header or a line. */
function writeLine(text: string, charsMax: number): string {
  const flat = text.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
  return flat.length > charsMax ? `${flat.slice(0, charsMax)}…` : flat;
}

/** Slack reads `<!channel>` and links in a text, so they are escaped. */
function escapeForSlack(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
