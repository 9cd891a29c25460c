import { describe, expect, it } from "vitest";
import type { SeenItem } from "@/lib/importers/shared/request-tracker";
import { TextCalls } from "./text-calls";

const system = (content: string): SeenItem => ({ kind: "system_rules", content });
const user = (content: string): SeenItem => ({ kind: "user_message", content });
const reply = (content: string): SeenItem => ({ kind: "assistant_text", content });

function pieces(...items: SeenItem[]): string[] {
  return new TextCalls().readList(items).map(({ kind, toolName, content }) => {
    if (kind === "tool_call") return `call ${toolName} ${content}`;
    return kind === "tool_result" ? `result ${toolName} ${content}` : `${kind} ${content}`;
  });
}

const TAGS = "Call functions as <function=name>\n<parameter=key>value</parameter>\n</function>.";
const ONE_TAG = `${TAGS} Only call one function at a time.`;
const HERMES = 'Return calls as <tool_call>{"name": "x", "arguments": {}}</tool_call>.';
const REACT = "Use this format:\nAction: the tool\nAction Input: its input\nObservation: the result";
const BASH = "Every reply must contain exactly one bash code block:\n```bash\ncommand\n```";
const CLINE = "# Tools\n## read_file\n<read_file>\n<path>path</path>\n</read_file>";

describe("a command whose result begins with its code", () => {
  const ran = (result: string) =>
    new TextCalls()
      .readList([system(BASH), user("Fix it."), reply("I list.\n```bash\nls -a\n```"), user(result)])
      .findLast(({ kind }) => kind === "tool_result")?.isError ?? false;

  it("failed where the code is not 0", () => {
    expect(ran("<returncode>1</returncode>\n<output>\nno such file\n</output>")).toBe(true);
    expect(ran("<exit_code> -9 </exit_code>")).toBe(true);
    expect(ran("<returncode>0</returncode>\n<output>\n<returncode>1</returncode>\n</output>")).toBe(false);
    expect(ran("<output>\nerror: 1\n</output>")).toBe(false);
  });
});

describe("calls that are written as text", () => {
  it.each<[string, string, string, string, string[]]>([
    [
      "function tags",
      ONE_TAG,
      "I look.\n<function=ls>\n<parameter=path>/src</parameter>\n<parameter=note>a\n```\nb</parameter>\n</function>",
      "EXECUTION RESULT of [ls]:\na.ts",
      ['call ls {"note":"a\\n```\\nb","path":"/src"}', "result ls EXECUTION RESULT of [ls]:\na.ts"],
    ],
    [
      "function tags whose end was cut off",
      ONE_TAG,
      "<function=ls>\n<parameter=path>/src</parameter>\n",
      "a.ts",
      ['call ls {"path":"/src"}', "result ls a.ts"],
    ],
    [
      "function tags with a body of JSON",
      TAGS,
      '<function=ls>{"path": "/src"}</function>',
      "a.ts",
      ['call ls {"path":"/src"}', "result ls a.ts"],
    ],
    [
      "calls as JSON, several in a reply",
      HERMES,
      '<tool_call>\n{"name": "ls", "arguments": {"path": "/"}}\n</tool_call>\n<tool_call>{"name": "pwd", "arguments": {}}</tool_call>',
      "<tool_response>\na.ts\n</tool_response>\n<tool_response>\n/\n</tool_response>",
      [
        'call ls {"path":"/"}',
        "call pwd {}",
        "result ls <tool_response>\na.ts\n</tool_response>",
        "result pwd <tool_response>\n/\n</tool_response>",
      ],
    ],
    [
      "ReAct",
      REACT,
      'Thought: look first\nAction: search\nAction Input: {"q": "tulips"}',
      "Observation: red ones",
      ['call search {"q":"tulips"}', "result search Observation: red ones"],
    ],
    [
      "ReAct with a result that the model imagined",
      REACT,
      "Action: search\nAction Input: tulips\nObservation: I think they are red",
      "Observation: none found",
      ["call search tulips", "result search Observation: none found"],
    ],
    [
      "functions named in lines",
      "Answer with lines:\nFunction Name: the name\nFunction Input: JSON\nFunction Output: the result",
      'Thought: look\nFunction Name: weather\nFunction Input: {"city":"Bern"}',
      "Function Output: sunny",
      ['call weather {"city":"Bern"}', "result weather Function Output: sunny"],
    ],
    [
      "an action as JSON",
      `${REACT} {"action": name, "action_input": input}`,
      'Thought: look\nAction:\n```json\n{"action": "search", "action_input": {"q": "tulips"}}\n```',
      "Observation: red",
      ['call search {"q":"tulips"}', "result search Observation: red"],
    ],
    [
      "a bash block",
      BASH,
      "I list.\n```bash\nls -a\n```",
      "<returncode>0</returncode>",
      ["call bash ls -a", "result bash <returncode>0</returncode>"],
    ],
    [
      "tags named after tools",
      CLINE,
      "I read it.\n<read_file>\n<path>a.ts</path>\n</read_file>",
      "[read_file for 'a.ts'] Result:\nexport {}\n<environment_details>\nnoon\n</environment_details>",
      [
        'call read_file {"path":"a.ts"}',
        "result read_file [read_file for 'a.ts'] Result:\nexport {}",
        "other <environment_details>\nnoon\n</environment_details>",
      ],
    ],
    [
      "a call after thinking that shows another",
      HERMES,
      '<think>\nNot\n<tool_call>{"name": "rm"}</tool_call>\nbut ls.\n</think>\n<tool_call>{"name": "ls", "arguments": {}}</tool_call>',
      "<tool_response>a.ts</tool_response>",
      ["call ls {}", "result ls <tool_response>a.ts</tool_response>"],
    ],
    [
      "function tags within a call's tags",
      "Return calls as <tool_call>\n<function=name>\n<parameter=key>\nvalue\n</parameter>\n</function>\n</tool_call>.",
      "I look.\n<tool_call>\n<function=ls>\n<parameter=path>\n/src\n</parameter>\n</function>\n</tool_call>",
      "<tool_response>\na.ts\n</tool_response>",
      ['call ls {"path":"/src"}', "result ls <tool_response>\na.ts\n</tool_response>"],
    ],
    [
      "ReAct with the input in brackets",
      "Interleave Thought, Action and Observation. Action: Search[entity] or Finish[answer].",
      "Thought 1: I look for tulips.\nAction 1: Search[red tulips]",
      "Observation 1: none",
      ['call Search {"input":"red tulips"}', "result Search Observation 1: none"],
    ],
    [
      "ReAct whose thought speaks of actions",
      REACT,
      "Thought: The best Action: would be a search\nAction: search\nAction Input: tulips",
      "Observation: red",
      ["call search tulips", "result search Observation: red"],
    ],
    [
      "a file written that shows a tool's tag",
      CLINE,
      "<write_to_file>\n<path>how.md</path>\n<content>\n<read_file>\n<path>x</path>\n</read_file>\n</content>\n</write_to_file>",
      "[write_to_file for 'how.md'] Result:\nsaved",
      [
        'call write_to_file {"content":"<read_file>\\n<path>x</path>\\n</read_file>","path":"how.md"}',
        "result write_to_file [write_to_file for 'how.md'] Result:\nsaved",
      ],
    ],
    [
      "a command in a fence that the harness names",
      "Give exactly one action in\n```mswea_bash_command\nyour command\n```",
      "I list.\n```mswea_bash_command\nls -a\n```",
      "<returncode>0</returncode>",
      ["call bash ls -a", "result bash <returncode>0</returncode>"],
    ],
    [
      "a call whose end the server cut off",
      HERMES,
      'I look.\n<tool_call>\n{"name": "ls", "arguments": {"path": "/"}}\n<|im_end|>',
      "<tool_response>a.ts</tool_response>",
      ['call ls {"path":"/"}', "result ls <tool_response>a.ts</tool_response>"],
    ],
  ])("are calls below the reply as it was written, and what answers them their results: %s", (...row) => {
    const [, rules, said, answer, expected] = row;
    expect(pieces(system(rules), user("Go on."), reply(said), user(answer)).slice(2)).toEqual([
      `assistant_text ${said}`,
      ...expected,
    ]);
  });

  it.each<[string, string, string]>([
    ["an example in a fenced block", ONE_TAG, "Like so:\n```xml\n<function=ls>\n</function>\n```"],
    ["an example in the middle", ONE_TAG, "Write\n<function=ls>\n</function>\nand wait."],
    ["a mention in a sentence", HERMES, 'It ends in `<tool_call>{"name":"ls"}</tool_call>`'],
    ["a quotation", HERMES, '> <tool_call>{"name":"ls"}</tool_call>'],
    ["several where one is asked for", ONE_TAG, "<function=a>\n</function>\n<function=b>\n</function>"],
    ["several bash blocks", BASH, "```bash\nls\n```\nthen\n```bash\npwd\n```"],
    ["no block", BASH, "I am done."],
    ["code of another language", BASH, "```python\nprint(1)\n```"],
    ["a call that is no JSON", HERMES, "<tool_call>{name: ls}</tool_call>"],
    ["a final answer", REACT, "Action: search\nAction Input: x\nFinal Answer: 7"],
    ["two actions", REACT, "Action: a\nAction Input: 1\nAction: b\nAction Input: 2"],
    ["a tag that is no tool", CLINE, "<summary>\n<path>a.ts</path>\n</summary>"],
    [
      "two tools at once",
      CLINE,
      "<read_file>\n<path>a</path>\n</read_file>\n<read_file>\n<path>b</path>\n</read_file>",
    ],
    [
      "an example in thinking",
      HERMES,
      '<think>\n<tool_call>{"name": "ls", "arguments": {}}</tool_call>\n</think>\nNothing to do.',
    ],
    [
      "a fence that explains",
      BASH.replace("```bash", "```mswea_bash_command"),
      "One would run\n```bash\nls\n```",
    ],
    [
      "an answer in brackets",
      "Action: Search[entity] or Finish[answer]. Observation: what it says",
      "Thought: I know.\nThe list is a[0], b[1].",
    ],
    ["a protocol that nobody asked for", "Be kind.", "<function=ls>\n</function>"],
    ["code that is shown", "Be kind.", "Run this:\n```bash\nls\n```"],
  ])("are none: %s", (_, rules, said) => {
    const items = [system(rules), user("Go on."), reply(said), user("Thanks.")];
    expect(new TextCalls().readList(items)).toEqual(items);
  });

  it("are told by their results where the instructions are not known", () => {
    const said = '<tool_call>{"name": "ls", "arguments": {}}</tool_call>';
    expect(pieces(user("Go on."), reply(said), user("<tool_response>a.ts</tool_response>"))).toEqual([
      "user_message Go on.",
      `assistant_text ${said}`,
      "call ls {}",
      "result ls <tool_response>a.ts</tool_response>",
    ]);
  });

  it("leave what the user says in between to the user", () => {
    const call = reply("<function=ls>\n</function>");
    const result = user("EXECUTION RESULT of [ls]:\na.ts");
    const items = [system(ONE_TAG), user("Go on."), call, result, call, user("Stop, please.")];
    expect(pieces(...items).at(-1)).toBe("user_message Stop, please.");
  });

  it("are no fenced blocks where the model calls tools by the API's own means", () => {
    const native: SeenItem = { kind: "tool_call", toolCallId: "c1", toolName: "ls", content: "{}" };
    const shown = reply("Run this:\n```bash\nnpm test\n```");
    expect(pieces(system(BASH), user("Go on."), shown, user("Done.")).at(-2)).toBe("call bash npm test");
    expect(pieces(system(BASH), user("Go on."), native, shown, user("Done.")).at(-1)).toBe(
      "user_message Done.",
    );
  });

  it("are answered without a mark where a harness marks only what a command wrote", () => {
    const call = reply("<function=rm>\n</function>");
    const results = [user("OBSERVATION:\na.ts"), user("Your command ran successfully.")];
    expect(
      pieces(system(ONE_TAG), user("Go on."), ...results.flatMap((result) => [call, result])).at(-1),
    ).toBe("result rm Your command ran successfully.");
  });

  it("keep their ids from request to request, and take those by which they are known otherwise", () => {
    const calls = new TextCalls();
    const start = [system(TAGS), user("Go on.")];
    const text = reply("I look.\n<function=ls>\n<parameter=depth>2</parameter>\n</function>");
    calls.readList(start);
    const [, first] = calls.readMore([text]);
    const again = calls.readList([...start, text, user("a.ts"), text, user("b.ts")]);
    const ids = again.flatMap(({ kind, toolCallId }) => (kind === "tool_call" ? [toolCallId] : []));
    expect(ids[0]).toBe(first?.toolCallId);
    expect(new Set(ids).size).toBe(2);
    const named = new TextCalls();
    named.noteCalls([{ kind: "tool_call", toolCallId: "toolu_1", toolName: "ls", content: '{"depth":2}' }]);
    expect(named.readList([...start, text]).at(-1)).toMatchObject({
      toolCallId: "toolu_1",
      content: '{"depth":2}',
    });
  });
});
