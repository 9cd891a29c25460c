/** A tool call in a message. */
export interface CallInMessages {
  readonly id: string;
  readonly tool: string;
  readonly arguments: string;
}

/** What messages hold by name: the calls, the texts of their results, and messages that have an id. */
export interface SeenMessages {
  readonly calls: ReadonlyMap<string, CallInMessages>;
  readonly texts: ReadonlyMap<string, string>;
}

type Fields = Readonly<Record<string, unknown>>;

const DEPTH_MAX = 12;

/**
 * Reads messages of every shape that the library records. A result names its call, whatever the key is called:
 *
 *     { role: "tool", tool_call_id: "c1", content: "pending" }              OpenAI, LangChain
 *     { type: "function_call_output", call_id: "c1", output: "pending" }    OpenAI Responses
 *     { type: "tool_result", tool_use_id: "c1", content: "pending" }        Anthropic
 *     { type: "tool-result", toolCallId: "c1", output: "pending" }          AI SDK
 *     { functionResponse: { name: "c1", response: {…} } }                   Gemini
 *     → texts: c1 → "pending"
 */
export function readSentMessages(messages: readonly unknown[]): SeenMessages {
  const calls = new Map<string, CallInMessages>();
  const texts = new Map<string, string>();
  for (const message of messages) {
    if (!isFields(message)) continue;
    visit(message, 0, (fields) => {
      const result = readResult(fields);
      if (result !== null) return void texts.set(result.id, result.text);
      const call = readCall(fields);
      if (call !== null) calls.set(call.id, call);
    });
    const id = nameIn(message.id);
    if (id !== null && !texts.has(id))
      texts.set(id, readText(message.content ?? message.text ?? message.parts));
  }
  return { calls, texts };
}

function visit(value: unknown, depth: number, see: (fields: Fields) => void): void {
  if (depth > DEPTH_MAX) return;
  if (Array.isArray(value)) for (const item of value) visit(item, depth + 1, see);
  if (!isFields(value)) return;
  see(value);
  // What a tool said or was given is data, whatever it looks like.
  if (readResult(value) !== null) return;
  for (const key of ["content", "parts", "tool_calls", "toolCalls"]) visit(value[key], depth + 1, see);
}

function readResult(fields: Fields): { id: string; text: string } | null {
  const { functionResponse } = fields;
  if (isFields(functionResponse)) {
    const id = nameIn(functionResponse.id) ?? nameIn(functionResponse.name);
    return id === null ? null : { id, text: readText(functionResponse.response) };
  }
  const said = fields.output ?? fields.result ?? fields.content ?? fields.text;
  const id = nameIn(fields.tool_call_id) ?? nameIn(fields.tool_use_id);
  if (id !== null) return { id, text: readText(said) };
  const either = nameIn(fields.call_id) ?? nameIn(fields.toolCallId);
  const isCall = "arguments" in fields || "input" in fields || "args" in fields || said === undefined;
  return either === null || isCall ? null : { id: either, text: readText(said) };
}

function readCall(fields: Fields): CallInMessages | null {
  const inner = isFields(fields.functionCall)
    ? fields.functionCall
    : isFields(fields.function)
      ? fields.function
      : fields;
  const tool = nameIn(inner.name) ?? nameIn(fields.toolName);
  const given = inner.arguments ?? inner.args ?? inner.input;
  if (tool === null || given === undefined) return null;
  const id =
    nameIn(fields.call_id) ?? nameIn(fields.toolCallId) ?? nameIn(fields.id) ?? nameIn(inner.id) ?? tool;
  return { id, tool, arguments: typeof given === "string" ? given : (JSON.stringify(given) ?? "") };
}

function readText(value: unknown): string {
  if (typeof value === "string") return value;
  if (value === undefined || value === null) return "";
  if (Array.isArray(value)) return value.map(readText).join("\n");
  if (!isFields(value)) return JSON.stringify(value) ?? "";
  if (typeof value.text === "string") return value.text;
  if ("type" in value && "value" in value) return readText(value.value);
  return JSON.stringify(value) ?? "";
}

function nameIn(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
