import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isRecord } from "@/lib/core/is-record";
import { filesBelow, textFile } from "@/lib/testing/import-file";
import type { ImportOutcome } from "@/lib/testing/mutations/outcome";
import { outcomeOf } from "@/lib/testing/mutations/outcome";
import { fileRecords, valueOf } from "@/lib/testing/mutations/records";
import { chooseImporter } from "./choose";
import { readRawCall } from "./otel/raw";
import { partMessages } from "./otel/spans/messages";

const SAMPLES = path.resolve("lib/importers/samples");
const WORDS = "words that must not vanish";

const PARTS: readonly Record<string, unknown>[] = [
  { type: "text", text: WORDS },
  { type: "zz_kind", zz_text: WORDS },
  { zz_text: WORDS },
  { type: "thinking", thinking: WORDS },
  { type: "reasoning", text: WORDS },
  { type: "refusal", refusal: WORDS },
  { type: "document", source: { type: "text", media_type: "text/plain", data: WORDS } },
  { type: "tool_use", id: "zz1", name: "search", input: { for: WORDS } },
  {
    type: "code_execution_tool_result",
    tool_use_id: "zz2",
    content: { type: "code_execution_result", stdout: WORDS, return_code: 0 },
  },
  { functionCall: { name: "search", args: { for: WORDS } } },
  { executableCode: { language: "PYTHON", code: WORDS } },
];
const ROLES = ["system", "user", "assistant", "tool", "zz_role"];

const files = filesBelow(SAMPLES)
  .map((name) => ({ name, text: readFileSync(path.join(SAMPLES, name), "utf8") }))
  .filter(({ text }) => /^\s*[[{]/.test(text));

type Way = readonly (string | number)[];

function listsIn(record: unknown): { place: string; way: Way; holdsMessages: boolean }[] {
  const found = new Map<string, { place: string; way: Way; holdsMessages: boolean }>();
  const walk = (node: unknown, way: Way): void => {
    if (Array.isArray(node)) {
      const holdsMessages = node.some((one) => isRecord(one) && typeof one.role === "string");
      const place = way.filter((step) => typeof step === "string").join(".");
      const isList = holdsMessages || way.at(-1) === "content" || way.at(-1) === "parts";
      if (isList && !found.has(place)) found.set(place, { place, way, holdsMessages });
      for (const [i, one] of node.entries()) walk(one, [...way, i]);
    } else if (isRecord(node))
      for (const [key, inner] of Object.entries(node)) if (!ASIDE.has(key)) walk(inner, [...way, key]);
  };
  walk(record, []);
  return [...found.values()];
}

const ASIDE = new Set(["raw_data", "toolUseResult", "data", "call", "arguments", "args"]);

function withMore(record: unknown, way: Way, more: unknown): unknown {
  const copy = structuredClone(record);
  const list = way.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], copy);
  (list as unknown[]).splice(1, 0, more);
  return copy;
}

function additions(record: unknown, way: Way, holdsMessages: boolean): unknown[] {
  if (!holdsMessages) return [...PARTS];
  const list = way.reduce<unknown>((node, key) => (node as Record<string | number, unknown>)[key], record);
  const [first] = list as unknown[];
  const inParts = isRecord(first) && "parts" in first;
  return ROLES.map((role) => ({ role, ...(inParts ? { parts: [{ text: WORDS }] } : { content: WORDS }) }));
}

describe.each(files)("what stands in the messages of $name", ({ name, text }) => {
  it("is shown or named, of whatever kind it is", async () => {
    const { importer } = chooseImporter((await textFile(name, text)).sniff);
    if (importer === null) throw new Error(`${name} is not recognised`);
    const { list, write } = fileRecords(text);
    const records = list.map(valueOf);
    const read = (changed: readonly unknown[]) => outcomeOf(importer, [{ name, text: write(changed) }]);
    const whole = await read(records);
    const isTold = (now: ImportOutcome) =>
      now.said.includes(WORDS) || now.named > whole.named || now.warnings.size > whole.warnings.size;
    const vanished: string[] = [];
    const tried = new Set<string>();
    for (const [i, record] of records.entries())
      for (const { place, way, holdsMessages } of listsIn(record)) {
        if (tried.has(place)) continue;
        tried.add(place);
        for (const more of additions(record, way, holdsMessages))
          if (!isTold(await read(records.with(i, withMore(record, way, more)))))
            vanished.push(`${i} ${place}: ${JSON.stringify(more)}`);
      }
    expect(vanished).toEqual([]);
  });
});

describe("what stands in the messages of a call", () => {
  const shown = (value: unknown) => JSON.stringify(value).includes(WORDS);

  it.each(PARTS.map((part) => [JSON.stringify(part).slice(0, 40), part] as const))("shows %s", (_, part) => {
    const content = [{ type: "text", text: "Hi" }, part];
    const messages = [{ role: "user", content }];
    expect(shown(partMessages([{ role: "user", parts: content }]))).toBe(true);
    expect(shown(readRawCall({ messages, system: "x" }, {}, "anthropic"))).toBe(true);
    expect(shown(readRawCall({ messages }, {}, "openai.chat"))).toBe(true);
    expect(shown(readRawCall({ contents: [{ role: "user", parts: content }] }, {}, "gemini"))).toBe(true);
    expect(shown(readRawCall({ input: messages }, {}, "openai.responses"))).toBe(true);
  });

  it.each([
    { type: "zz_item", zz_text: WORDS },
    { type: "mcp_list_tools", server_label: "docs", tools: [{ name: WORDS }] },
    { type: "mcp_call", id: "m1", name: "search", arguments: "{}", output: WORDS },
    { type: "code_interpreter_call", id: "c1", code: WORDS, outputs: null },
    { type: "code_interpreter_call", id: "c1", code: "1", outputs: [{ type: "logs", logs: WORDS }] },
    { type: "file_search_call", id: "f1", queries: ["q"], results: [{ text: WORDS }] },
  ])("shows an item of the Responses API: %j", (item) => {
    expect(shown(readRawCall({ input: [item] }, {}, "openai.responses"))).toBe(true);
    expect(shown(readRawCall({ input: [] }, { output: [item] }, "openai.responses"))).toBe(true);
  });

  it("pairs a call of the chat API's older and custom forms with its result", () => {
    const call = readRawCall(
      {
        messages: [
          { role: "assistant", content: null, function_call: { name: "find", arguments: '{"q":1}' } },
          { role: "function", name: "find", content: "found" },
          { role: "assistant", content: null, function_call: { name: "find", arguments: '{"q":2}' } },
          { role: "function", name: "find", content: "found again" },
          {
            role: "assistant",
            tool_calls: [{ id: "t1", type: "custom", custom: { name: "shell", input: "ls" } }],
          },
          { role: "tool", tool_call_id: "t1", content: "a.txt" },
        ],
      },
      {},
      "openai.chat",
    );
    const items = call?.messages?.flatMap((message) => message.items) ?? [];
    expect(
      items.map(({ kind, toolName, toolCallId, content }) => [kind, toolName, toolCallId, content]),
    ).toEqual([
      ["tool_call", "find", "call-1", '{"q":1}'],
      ["tool_result", "find", "call-1", "found"],
      ["tool_call", "find", "call-2", '{"q":2}'],
      ["tool_result", "find", "call-2", "found again"],
      ["tool_call", "shell", "t1", "ls"],
      ["tool_result", "shell", "t1", "a.txt"],
    ]);
  });
});
