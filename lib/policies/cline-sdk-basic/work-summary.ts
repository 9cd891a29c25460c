import { isRecord } from "@/lib/core/is-record";
import { listTextBlocks, type Message, type ToolCall } from "../contract/message";

const COMMAND_CHARS = 100;

interface Work {
  readonly read: Set<string>;
  readonly edited: Set<string>;
  readonly commands: Set<string>;
}

/**
 * The text that replaces removed messages: the files they read and edited, the commands they ran, and recent texts of
 * the assistant. `null` if they did nothing and `said` is empty.
 */
export function writeWorkNotice(left: readonly Message[], said: readonly string[]): string | null {
  const { read, edited, commands } = listWork(left);
  if (read.size + edited.size + commands.size + said.length === 0) return null;
  const lists = [
    `Files read:\n${writeLines(read)}`,
    `Files edited:\n${writeLines(edited)}`,
    `Commands ran:\n${writeLines(commands)}`,
  ];
  const responses = said.length === 0 ? "" : `\n\nYour recent responses:\n${said.join("\n---\n")}`;
  return `<SYSTEM_NOTICE>\nEarlier context was compacted. Summary of your actions after the request above:\n${lists.join("\n\n")}${responses}</SYSTEM_NOTICE>`;
}

function writeLines(items: ReadonlySet<string>): string {
  return [...items].join("\n");
}

function listWork(messages: readonly Message[]): Work {
  const work: Work = { read: new Set(), edited: new Set(), commands: new Set() };
  const edits = new Map<string, string>();
  for (const message of messages) {
    for (const call of message.toolCalls ?? []) noteCall(call, work, edits);
    const path = edits.get(message.toolCallId ?? "");
    if (message.role !== "tool" || path === undefined) continue;
    add(work.edited, path + writeEditedRange(message));
    edits.delete(message.toolCallId ?? "");
  }
  for (const path of edits.values()) add(work.edited, path);
  return work;
}

function noteCall({ id, name, args }: ToolCall, work: Work, edits: Map<string, string>): void {
  const input = isRecord(args) ? args : {};
  if (name === "read_files") for (const path of readPaths(input)) add(work.read, path);
  if (name === "editor" || name === "apply_patch") {
    const [path] = listPaths(input);
    if (path !== undefined) edits.set(id, path);
  }
  if (name !== "run_commands" || !Array.isArray(input["commands"])) return;
  for (const command of input["commands"]) if (typeof command === "string") add(work.commands, cut(command));
}

function add(to: Set<string>, text: string): void {
  if (text.trim() !== "") to.add(text.trim());
}

function cut(command: string): string {
  const text = command.trim();
  return text.length <= COMMAND_CHARS ? text : `${text.slice(0, COMMAND_CHARS)}...`;
}

function readPaths(input: Readonly<Record<string, unknown>>): string[] {
  const { files } = input;
  return Array.isArray(files) ? files.filter(isRecord).map(writePathWithLines) : listPaths(input);
}

function writePathWithLines({ path, start_line, end_line }: Readonly<Record<string, unknown>>): string {
  const name = typeof path === "string" ? path.trim() : "";
  const hasLines = name !== "" && typeof start_line === "number" && typeof end_line === "number";
  return hasLines ? `${name}:${start_line}-${end_line}` : name;
}

function listPaths(value: unknown): string[] {
  if (typeof value === "string") return value.trim() === "" ? [] : [value];
  if (Array.isArray(value)) return value.flatMap(listPaths);
  if (!isRecord(value)) return [];
  const keys = ["path", "file_path", "target_file", "new_file_path", "old_file_path"];
  const files = Array.isArray(value["files"]) ? value["files"].filter(isRecord) : [];
  return [
    ...keys.flatMap((key) => listPaths(value[key])),
    ...files.flatMap(({ path }) => listPaths(path)),
    ...(Array.isArray(value["file_paths"]) ? listPaths(value["file_paths"]) : []),
  ];
}

/** The line span that a numbered diff in an editor's result names, as ":from-to"; empty if it names none. */
function writeEditedRange(message: Message): string {
  const text = writeResult(listTextBlocks(message).join("\n"));
  const numbers = [...text.matchAll(/(?:^|\n|\\n)[-+](\d+): /g)].map(([, line]) => Number(line));
  return numbers.length === 0 ? "" : `:${Math.min(...numbers)}-${Math.max(...numbers)}`;
}

/** Results may be wrapped in JSON. */
function writeResult(text: string): string {
  try {
    const parsed: unknown = JSON.parse(text);
    return isRecord(parsed) && typeof parsed["result"] === "string" ? parsed["result"] : text;
  } catch {
    return text;
  }
}
