import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import type { TraceEventOf } from "@/lib/core/trace/event";
import type { EpochMs } from "@/lib/core/units";
import { readCallArguments } from "../../messages/tool-calls";
import { stringOf } from "../../shared/values";
import type { NodeReader } from "./read-nodes";
import type { PiSessionFile } from "./session-file";

type Parent = NonNullable<TraceEventOf<"session.started">["parent"]>;

export interface Spawn {
  readonly parent: Parent;
  readonly label: string | undefined;
  readonly at: EpochMs | null;
  readonly task: string | undefined;
}

const TASK_MARK = "[Subagent Task]";
const AGENT_MARK = "[Subagent Context]";
/** A completion notice gives the key that answered the spawn, and the id of the agent's own file. */
const NOTICE = /^session_key: (\S+)\nsession_id: (\S+)$/gm;
const CHILD_KEY = /"childSessionKey"\s*:\s*"([^"]+)"/;

type PromptedSession = { readonly reader: Pick<NodeReader, "prompt"> };

export function isAgent({ reader }: PromptedSession): boolean {
  return reader.prompt?.startsWith(AGENT_MARK) === true;
}

export function findTask({ reader }: PromptedSession): string | undefined {
  const place = reader.prompt?.indexOf(TASK_MARK) ?? -1;
  return place < 0 ? undefined : reader.prompt?.slice(place + TASK_MARK.length).trim();
}

/**
 * Which call of which session started which session: by the ids in the call's result and in the completion
 * notice. Without a notice, by the task, with which the agent's own file begins word for word.
 */
export class SpawnTree {
  private readonly spawns: Spawn[] = [];
  private readonly byKey = new Map<string, Spawn>();
  private readonly keyOfSession = new Map<string, string>();

  learn({ id, nodes }: PiSessionFile): void {
    const spawned = new Map<string, Spawn>();
    for (const { at, blocks } of nodes) {
      for (const block of blocks) {
        if (block.toolName === "sessions_spawn") this.noteSpawn(id, at, block, spawned);
        else if (block.kind === "attachment")
          for (const [, key, session] of (block.content ?? "").matchAll(NOTICE))
            if (key !== undefined && session !== undefined) this.keyOfSession.set(session, key);
      }
    }
  }

  spawnOf({ id, header, reader }: PiSessionFile): Spawn | undefined {
    const named = this.byKey.get(this.keyOfSession.get(id) ?? "");
    if (named !== undefined) return named;
    const task = findTask({ reader });
    const begun = header.timestamp;
    const candidates = this.spawns.filter(
      (spawn) => spawn.task !== undefined && task?.startsWith(spawn.task) && spawn.parent.session !== id,
    );
    const before = candidates.filter(({ at }) => at === null || begun === null || at <= begun);
    return before.at(-1);
  }

  private noteSpawn(
    session: string,
    at: EpochMs | null,
    block: BlockStatement,
    spawned: Map<string, Spawn>,
  ): void {
    const { kind, toolCallId, content = "" } = block;
    if (toolCallId === undefined) return;
    if (kind === "tool_call") {
      const args = readCallArguments(content);
      const task = stringOf(args.task)?.trim();
      const label = stringOf(args.label) ?? stringOf(args.taskName);
      const spawn = { parent: { session, toolCallId }, label, at, task };
      this.spawns.push(spawn);
      spawned.set(toolCallId, spawn);
      return;
    }
    const key = CHILD_KEY.exec(content)?.[1];
    const spawn = spawned.get(toolCallId);
    if (key !== undefined && spawn !== undefined) this.byKey.set(key, spawn);
  }
}
