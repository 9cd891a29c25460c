import { z } from "zod";
import { setText, type Message } from "../contract/message";
import { definePolicy, type StepInput, type StepResult } from "../contract/policy";
import { findNthNewest } from "../shared/conversation";

const options = z.object({
  /** How many of the newest prompts, with everything after them, stay unchanged. */
  recent_turns: z.number().int().min(1).default(2),
  max_output_chars: z.number().int().min(1).default(500),
  preview_chars: z.number().int().min(0).default(200),
  /** Bare or namespace-qualified names; `null` for every tool. */
  trimmable_tools: z
    .union([z.string(), z.array(z.string())])
    .nullable()
    .default(null),
});

type Options = z.infer<typeof options>;

const state = z.object({ trimmedTo: z.number().int().nonnegative().default(0) });

type Input = StepInput<Options, z.infer<typeof state>>;

export const openaiAgentsPyToolOutputTrimmer = definePolicy({
  kind: "openai-agents-py-tool-output-trimmer",
  version: "7f7a44f8",
  title: "OpenAI Agents tool output trimmer",
  vendor: "OpenAI Agents SDK for Python",
  configuration: { write: "python", pattern: "ToolOutputTrimmer(…)" },
  runsOn: { harness: ["OpenAI Agents"] },
  source: "agents/extensions/tool_output_trimmer.py at this commit.",
  checked: { on: "2026-11-22", against: "openai-agents-python 7f7a44f8, tool_output_trimmer.py" },
  malformed: null,
  keepEverything: { max_output_chars: Number.MAX_SAFE_INTEGER },
  options,
  state,
  step,
});

function step({ options, state, history }: Input): StepResult {
  const boundary = findNthNewest(history.positions("user"), options.recent_turns) ?? 0;
  const trimmed: { index: number; message: Message }[] = [];
  for (; state.trimmedTo < boundary; state.trimmedTo++) {
    const index = state.trimmedTo;
    if (history.at(index).role !== "tool") continue;
    const message = trimOutput(history.at(index), history.callOf(index)?.call.name ?? "", options);
    if (message !== null) trimmed.push({ index, message });
  }
  return {
    changes: trimmed.map((one) => ({ status: "trimmed", ...one })),
    decisions: trimmed.map(({ index, message }) => ({
      action: "trim",
      from: index,
      to: index + 1,
      rule: "tool_output_trimmer",
      reason: `It is longer than ${options.max_output_chars} characters and older than the newest ${options.recent_turns} turns.`,
      numbers: { charsBefore: history.at(index).text.length, charsAfter: message.text.length },
      reference: null,
    })),
  };
}

/** Lengths are counted in code points, as in the vendor's language. `null` if nothing is trimmed. */
function trimOutput(message: Message, tool: string, options: Options): Message | null {
  const names = tool === "" ? [] : [tool, tool.slice(tool.lastIndexOf(".") + 1)];
  const wanted = options.trimmable_tools;
  if (wanted !== null && !names.some((name) => [wanted].flat().includes(name))) return null;
  const points = [...message.text];
  if (points.length <= options.max_output_chars) return null;
  const preview = points.slice(0, options.preview_chars).join("");
  const text = `[Trimmed: ${tool || "unknown_tool"} output — ${points.length} chars → ${options.preview_chars} char preview]\n${preview}...`;
  return [...text].length < points.length ? setText(message, text) : null;
}
