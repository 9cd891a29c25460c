import { hashContent } from "@/lib/core/hash";
import type { TraceEventOf } from "@/lib/core/trace/event";
import { findId } from "../../shared/bounds";
import { recordOf, recordsOf, stringOf } from "../../shared/values";
import type { Row } from "./row";

type Parent = NonNullable<TraceEventOf<"session.started">["parent"]>;

export interface Launch {
  readonly parent: Parent;
  readonly description: string | undefined;
}

const ROOT_CHARS = 8;
const LAUNCHING_TOOLS = new Set(["Task", "Agent"]);

/**
 * Finds the call that started an agent: by the agent's id, which the call's progress and result contain or which is the
 * call's own, or by the prompt, where an older version stores the agent's rows among those of its caller.
 */
export class SessionFamily {
  /** The first row of each conversation, by the conversation's id. */
  private readonly roots = new Map<string, string>();
  private readonly launches = new Map<string, Launch>();
  private readonly byAgent = new Map<string, string>();
  private readonly byPrompt = new Map<string, string>();

  /**
   * The id of an agent's conversation that begins with a row. Where another file has begun one under that id, with another row that nothing
   * precedes, they are two: two agents of one name, or one that was started again.
   */
  claim(id: string, { isNamed, uuid, parentUuid }: Row): string {
    if (!isNamed || parentUuid !== undefined) return id;
    const root = this.roots.get(id);
    if (root === undefined) this.roots.set(id, uuid);
    if (root === undefined || root === uuid) return id;
    return `${id}-${hashContent(uuid).slice(0, ROOT_CHARS)}`;
  }

  note(row: Row, session: string): void {
    if (row.type === "progress") this.join(row.fields.data.agentId, row.fields.parentToolUseID);
    for (const block of recordsOf(row.message.content)) {
      const id = findId(block.tool_use_id) ?? findId(block.id);
      if (block.type === "tool_result") this.join(row.fields.toolUseResult.agentId, id);
      if (block.type !== "tool_use" || id === undefined || !LAUNCHING_TOOLS.has(String(block.name))) continue;
      const input = recordOf(block.input);
      this.launches.set(id, {
        parent: { session, toolCallId: id },
        description: stringOf(input.description),
      });
      const prompt = stringOf(input.prompt);
      if (prompt !== undefined) this.byPrompt.set(prompt, id);
    }
  }

  launchOf(agentId: string | undefined, prompt: string | undefined): Launch | undefined {
    const id = this.byAgent.get(agentId ?? "") ?? this.byPrompt.get(prompt ?? "") ?? agentId;
    return id === undefined ? undefined : this.launches.get(id);
  }

  private join(agentId: string | undefined, toolCallId: string | undefined): void {
    if (agentId !== undefined && toolCallId !== undefined) this.byAgent.set(agentId, toolCallId);
  }
}
