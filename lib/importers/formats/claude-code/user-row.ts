import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { noteIn } from "../../shared/bounds";
import { readItemsOfContent } from "../../messages/anthropic";
import type { ToolCalls } from "../../messages/tool-calls";
import { stringOf } from "../../shared/values";
import { ATTACHMENT_CONTENT } from "./records";
import type { Row } from "./row";

const HARNESS_TAGS =
  /^\s*<(system-reminder|task-notification|local-command-stdout|local-command-stderr|local-command-caveat|bash-stdout|bash-stderr|user-memory-input|ide_[a-z_]+)>/;
const INTERRUPTION = /^\[Request interrupted by user/;
/** A slash command without arguments says nothing about what the user wants. */
const COMMAND = /<command-name>/;
const COMMAND_WITH_ARGUMENTS = /<command-args>\s*[^<\s]/;

export function readItemsOfUserRow(row: Row, calls: ToolCalls): SeenItem[] {
  const items = readItemsOfContent("user", row.message.content, calls);
  if (row.fields.isCompactSummary)
    return items.map((item) => ({ ...item, kind: "compaction_summary" as const }));
  return items.map((item) => (item.kind === "user_message" ? classifyText(item, row.fields.isMeta) : item));
}

function classifyText(item: SeenItem, isHidden: boolean): SeenItem {
  const tag = HARNESS_TAGS.exec(item.content)?.[1];
  if (tag !== undefined) return { ...item, kind: "attachment", label: tag };
  if (INTERRUPTION.test(item.content)) return { ...item, kind: "attachment", label: "interruption" };
  return isHidden ? { ...item, kind: "attachment", label: "hidden message" } : item;
}

export function isRequest(item: SeenItem): boolean {
  if (item.kind !== "user_message" || item.content.trim() === "") return false;
  return !COMMAND.test(item.content) || COMMAND_WITH_ARGUMENTS.test(item.content);
}

/** Takes the markup from a slash command, so that its name and arguments are left. */
export function stripPromptTags(content: string): string {
  const command = /<command-name>([^<]*)<\/command-name>/.exec(content)?.[1]?.trimStart();
  if (command === undefined) return content;
  return `${command} ${/<command-args>([^<]*)/.exec(content)?.[1] ?? ""}`;
}

/** What somebody wrote behind `/compact`; `undefined` for any other message, and where nothing is written. */
export function findCompactionWish({ message }: Row): string | undefined {
  const { content } = message;
  if (typeof content !== "string" || !/<command-name>\/?compact<\/command-name>/.test(content))
    return undefined;
  return noteIn(/<command-args>([^<]*)/.exec(content)?.[1]?.trim());
}

/** The plain output of these hooks is sent to the model. That of others is only shown to the user. */
const HOOKS_WITH_OUTPUT = new Set(["SessionStart", "UserPromptSubmit"]);

export function readItemsOfAttachment({ fields: { attachment } }: Row): SeenItem[] {
  const { type: label = "attachment", filename: path } = attachment;
  if (label === "hook_success" && !HOOKS_WITH_OUTPUT.has(String(attachment.hookEvent))) return [];
  const content = findTextOfAttachment(attachment);
  if (content === undefined) return [];
  // The program puts its own notices into the same queue as what is typed.
  if (label === "queued_command") return [classifyText({ kind: "user_message", content }, false)];
  return [{ kind: "attachment", label, content, ...(path !== undefined && { origin: { path } }) }];
}

function findTextOfAttachment(attachment: Row["fields"]["attachment"]): string | undefined {
  const { content } = attachment;
  if (Array.isArray(content)) {
    const lines = content.filter((line) => typeof line === "string");
    return stringOf(lines.join("\n"));
  }
  const { file } = ATTACHMENT_CONTENT.of(content);
  const { prompt, snippet, blockingError } = attachment;
  return [stringOf(content), file.content, prompt, snippet, blockingError.blockingError].find(
    (text) => text !== undefined,
  );
}
