import type { Json, JsonObject } from "./replay-input";

export interface OwnerConfiguration {
  readonly text: string;
  readonly place: string;
}

type Form =
  /** An object below some keys of a file or a request. With `listed` it is one item of a list there. */
  | {
      readonly write: "json";
      readonly place: string;
      readonly under: readonly string[];
      readonly listed?: boolean;
    }
  | { readonly write: "yaml"; readonly place: string; readonly under: readonly string[] }
  | { readonly write: "toml"; readonly place: string; readonly section?: string; readonly first?: JsonObject }
  | { readonly write: "flags"; readonly command: string }
  /** Arguments of a call in a program. They replace `…` in the pattern. `names` are identifiers, not strings. */
  | {
      readonly write: "typescript" | "python";
      readonly pattern: string;
      readonly names?: readonly string[];
    };

const anthropicEdit: Form = {
  write: "json",
  place: "request body of the Messages API",
  under: ["context_management", "edits"],
  listed: true,
};
const openclawPruning: Form = {
  write: "json",
  place: "openclaw.json",
  under: ["agents", "defaults", "contextPruning"],
};
const condenser = (type: string): Form => ({
  write: "toml",
  place: "config.toml",
  section: "condenser",
  first: { type },
});
const sweAgent: Form = {
  write: "yaml",
  place: "agent configuration (YAML)",
  under: ["agent", "history_processors"],
};

/** By kind of policy. A policy without an owner, or with options in several files, has no entry. */
const FORMS: Readonly<Record<string, Form>> = {
  "anthropic-clear-tool-uses": anthropicEdit,
  "anthropic-clear-thinking": anthropicEdit,
  "anthropic-compact": anthropicEdit,
  "anthropic-context-management": { ...anthropicEdit, under: ["context_management"], listed: false },
  "anthropic-sdk-client-compaction": {
    write: "typescript",
    pattern: "client.beta.messages.toolRunner({ ...request, compactionControl: … })",
  },
  "openclaw-compaction": {
    write: "json",
    place: "openclaw.json",
    under: ["agents", "defaults", "compaction"],
  },
  "openclaw-pruning-v1": openclawPruning,
  "openclaw-pruning-v2": openclawPruning,
  "openclaw-pruning-v3": openclawPruning,
  "langchain-js-summarization": {
    write: "typescript",
    pattern: "summarizationMiddleware({ model, ...… })",
  },
  "langchain-js-clear-tool-uses": {
    write: "typescript",
    pattern: "contextEditingMiddleware({ edits: [new ClearToolUsesEdit(…)] })",
  },
  "langchain-py-clear-tool-uses": {
    write: "python",
    pattern: "ContextEditingMiddleware(edits=[ClearToolUsesEdit(…)])",
  },
  "langchain-js-trim-messages": {
    write: "typescript",
    pattern: "await trimMessages(messages, …)",
    names: ["tokenCounter"],
  },
  "langchain-buffer-window-memory": { write: "python", pattern: "ConversationBufferWindowMemory(…)" },
  "ai-sdk-prune-messages": { write: "typescript", pattern: "pruneMessages({ messages, ...… })" },
  "openai-agents-py-tool-output-trimmer": { write: "python", pattern: "ToolOutputTrimmer(…)" },
  "google-adk-py-context-filter": { write: "python", pattern: "ContextFilterPlugin(…)" },
  "google-adk-py-events-compaction": { write: "python", pattern: "EventsCompactionConfig(…)" },
  "openhands-sdk-llm-summarizing": { write: "python", pattern: "LLMSummarizingCondenser(llm=llm, …)" },
  "openhands-v0-recent-events": condenser("recent"),
  "openhands-v0-observation-masking": condenser("observation_masking"),
  "openhands-v0-amortized-forgetting": condenser("amortized"),
  "openhands-v0-llm-summarizing": condenser("llm"),
  "openhands-v0-llm-attention": condenser("llm_attention"),
  "openhands-v0-conversation-window": condenser("conversation_window"),
  "openhands-v0-browser-output": condenser("browser_output_masking"),
  "swe-agent-last-n-observations": sweAgent,
  "swe-agent-closed-window": sweAgent,
  "claude-code-compaction": { write: "json", place: "~/.claude.json", under: [] },
  "pi-compaction": { write: "json", place: "settings.json", under: ["compaction"] },
  "opencode-prune-compaction": { write: "json", place: "opencode.json", under: ["compaction"] },
  "cline-sdk-basic": { write: "typescript", pattern: "{ compaction: … }" },
  "codex-compaction": { write: "toml", place: "~/.codex/config.toml" },
  "aider-history-summary": { write: "flags", command: "aider" },
  "strands-sliding-window": {
    write: "typescript",
    pattern: "new SlidingWindowConversationManager(…)",
  },
};

/** The options in the owner's own syntax, ready for production; `null` when no single place accepts them. */
export function ownerConfiguration(kind: string, options: JsonObject): OwnerConfiguration | null {
  const form = FORMS[kind];
  if (form === undefined) return null;
  switch (form.write) {
    case "json":
      return {
        place: form.place,
        text: JSON.stringify(nest(form.under, form.listed ? [options] : options), null, 2),
      };
    case "yaml":
      return { place: form.place, text: yamlList(form.under, options) };
    case "toml":
      return { place: form.place, text: toml(form.section, { ...form.first, ...options }) };
    case "flags":
      return { place: "command line", text: flags(form.command, options) };
    case "typescript":
      return { place: "TypeScript", text: typescriptCall(form.pattern, options, form.names ?? []) };
    case "python":
      return { place: "Python", text: pythonCall(form.pattern, options) };
  }
}

/**
 * Finds the options in pasted text. From a whole file or request body, takes the part that this policy reads. When the
 * keys to that part are incomplete, takes the whole text as the options.
 */
export function fromOwner(kind: string, pasted: JsonObject): JsonObject {
  const form = FORMS[kind];
  if (form?.write !== "json") return pasted;
  const found = form.under.reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), pasted);
  if (!form.listed) return isObject(found) ? found : pasted;
  const type = kind.replaceAll("-", "_").replace(/^anthropic_/, "");
  const edits: unknown[] = Array.isArray(found) ? found : [];
  return edits.filter(isObject).find((edit) => String(edit.type).startsWith(type)) ?? pasted;
}

export function asObject(options: Json): JsonObject {
  return isObject(options) ? options : {};
}

function nest(keys: readonly string[], value: unknown): unknown {
  return keys.reduceRight((inner, key) => ({ [key]: inner }), value);
}

function yamlList(keys: readonly string[], options: JsonObject): string {
  const lines = keys.map((key, depth) => `${"  ".repeat(depth)}${key}:`);
  const indent = "  ".repeat(keys.length);
  const items = Object.entries(options).map(([key, value], i) => {
    return `${indent}${i === 0 ? "- " : "  "}${key}: ${JSON.stringify(value)}`;
  });
  return [...lines, ...(items.length === 0 ? [`${indent}[]`] : items)].join("\n");
}

function toml(section: string | undefined, options: JsonObject): string {
  const given = Object.entries(options).filter(([, value]) => value !== null);
  const lines = given.map(([key, value]) => `${key} = ${JSON.stringify(value)}`);
  return [...(section === undefined ? [] : [`[${section}]`]), ...lines].join("\n");
}

function flags(command: string, options: JsonObject): string {
  const given = Object.entries(options).filter(([, value]) => value !== null);
  return [command, ...given.map(([key, value]) => `--${key.replaceAll("_", "-")} ${String(value)}`)].join(
    " ",
  );
}

function typescriptCall(pattern: string, options: JsonObject, names: readonly string[]): string {
  const args = Object.entries(options).map(([key, value]) => {
    return `${key}: ${names.includes(key) ? String(value) : typescriptValue(value)}`;
  });
  const [before = "", after = ""] = pattern.split("…");
  if (before.endsWith("...")) {
    return `${before.slice(0, -"...".length)}${args.join(", ")}${after}`.replace(/,\s+}/, " }");
  }
  return `${before}{ ${args.join(", ")} }${after}`.replace("{  }", "{}");
}

function typescriptValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typescriptValue).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, one]) => {
    return `${/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key)}: ${typescriptValue(one)}`;
  });
  return entries.length === 0 ? "{}" : `{ ${entries.join(", ")} }`;
}

function pythonCall(pattern: string, options: JsonObject): string {
  const args = Object.entries(options).map(([key, value]) => `${key}=${pythonValue(value)}`);
  return pattern.replace("…", () => args.join(", ")).replace(", )", ")");
}

function pythonValue(value: unknown): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(pythonValue).join(", ")}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.entries(value)
    .map(([key, one]) => `${JSON.stringify(key)}: ${pythonValue(one)}`)
    .join(", ")}}`;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
