import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import { nameIn } from "../shared/bounds";
import type { Loose } from "../shared/values";
import { recordOf } from "../shared/values";

type Origin = NonNullable<BlockStatement["origin"]>;

const FILE_READERS = new Set(["read", "read_file", "readfile", "view_file", "notebookread", "notebook_read"]);
/** Editors have a command for each action. */
const EDITORS = new Set(["str_replace_editor", "str_replace_based_edit_tool", "file_editor"]);
const PAGE_READERS = new Set(["webfetch", "web_fetch", "fetch", "fetch_url"]);
const PATH_KEYS = ["file_path", "path", "notebook_path", "filePath"];

/** For tools that read exactly one file or page. */
export function readOrigin(toolName: string, args: unknown): Origin | undefined {
  const name = toolName.toLowerCase();
  const fields = recordOf(args);
  if (FILE_READERS.has(name) || (EDITORS.has(name) && fields.command === "view")) {
    const path = PATH_KEYS.map((key) => nameIn(fields[key])).find((value) => value !== undefined);
    return path === undefined ? undefined : { path };
  }
  const url = PAGE_READERS.has(name) ? nameIn(fields.url) : undefined;
  return url === undefined ? undefined : { url };
}

export function readCallArguments(content: string | undefined): Loose {
  try {
    return recordOf(JSON.parse(content ?? "{}"));
  } catch {
    return {};
  }
}

export interface KnownCall {
  readonly toolName: string;
  readonly origin: Origin | undefined;
}

/**
 * A result only has its call's id. Its tool's name and origin are found here. A result without an id answers
 * the oldest unanswered call of the latest answer.
 */
export class ToolCalls {
  private readonly byId = new Map<string, KnownCall>();
  private open: string[] = [];
  private made = 0;

  makeId(): string {
    return `call-${++this.made}`;
  }

  /** Calls of earlier answers without a result no longer wait for one. */
  beginAnswer(): void {
    this.open = [];
  }

  note(id: string, toolName: string, args: unknown): void {
    this.adopt(id, { toolName, origin: readOrigin(toolName, args) });
  }

  adopt(id: string, call: KnownCall): void {
    if (id === `call-${this.made + 1}`) this.made++;
    this.byId.set(id, call);
    this.open.push(id);
  }

  known(id: string): KnownCall | undefined {
    return this.byId.get(id);
  }

  describe(stated: string | undefined): { toolCallId?: string; toolName?: string; origin?: Origin } {
    const id = stated ?? this.open[0];
    if (id === undefined) return {};
    this.open = this.open.filter((waiting) => waiting !== id);
    const call = this.byId.get(id);
    return {
      toolCallId: id,
      ...(call && { toolName: call.toolName }),
      ...(call?.origin && { origin: call.origin }),
    };
  }
}
