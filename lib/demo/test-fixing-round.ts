import type { SourceKind } from "@/lib/core/vocabulary";
import { CODE, prose } from "./filler";
import type { ToolUse } from "./story";

export interface Round {
  readonly phase: "diagnosing" | "editing" | "verifying";
  readonly state: readonly string[];
  readonly tools: readonly string[];
  readonly observation?: {
    readonly callId: string;
    readonly tool: string;
    readonly shown: string;
    readonly full: string;
    readonly artifact: string;
  };
  readonly evidence: readonly string[];
  readonly excluded: readonly {
    readonly id: string;
    readonly kind: SourceKind;
    readonly reason: string;
    readonly text?: string;
  }[];
  readonly compacted?: readonly { readonly source: string; readonly reference: string }[];
  readonly says: string;
  readonly call?: ToolUse;
}

export const READING = ["read_file", "search", "run_command"] as const;
export const EDITING = [...READING, "apply_patch"] as const;

export const OLD_PARSER = {
  id: "result:read-parser",
  kind: "tool_result",
  reason: "staleness: src/parser.ts was changed since it was read",
} as const;

export const CANDIDATE_MEMORY = {
  id: "memory:candidate-17",
  kind: "memory",
  reason: "permission: an unverified candidate, not a record",
  text: "parser tests are flaky on Tuesdays",
} as const;

export function observation(
  callId: string,
  tool: string,
  key: string,
  seed: number,
  chars: number,
): NonNullable<Round["observation"]> {
  const full = `${prose(CODE, seed, chars)}\n${key}\n`;
  return { callId, tool, shown: key, full, artifact: `artifacts/${callId}.txt` };
}

export function short(callId: string, tool: string, text: string): NonNullable<Round["observation"]> {
  return { callId, tool, shown: text, full: text, artifact: `artifacts/${callId}.txt` };
}

export const log = (callId: string) =>
  ({
    id: `artifact:${callId}`,
    kind: "tool_result",
    reason: "budget: the key lines are shown, the full log is an artifact",
  }) as const;
