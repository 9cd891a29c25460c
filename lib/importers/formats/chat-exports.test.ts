import { describe, expect, it } from "vitest";
import { foldSession } from "@/lib/core/trace/fold/fold";
import { chooseImporter } from "@/lib/importers/choose";
import { drawSession } from "@/lib/testing/drawn/draw-session";
import { runImporter, textFile } from "@/lib/testing/import-file";
import { importSample, sampleText } from "@/lib/testing/samples";
import { specStory } from "./specstory";

describe("a ChatGPT export", () => {
  it("has a session for each conversation, with a call for the messages between two others", async () => {
    const { format, sessions, warnings } = await importSample("chatgpt-conversations.json");
    expect([format, warnings]).toEqual(["chatgpt", {}]);
    expect(sessions.map(({ meta, turns }) => [meta.name, turns.map(({ model }) => model)])).toEqual([
      ["Mean of values", ["gpt-5-thinking", "gpt-5-thinking", "gpt-5"]],
      ["Hello", ["gpt-5"]],
    ]);
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "memory:72a8d424679d         |###|
      user_goal:a2ecc5fb1933      |###|
      attachment:e3b0c44298fc     |###|
      thinking:6232cf5da8c1       | ##|
      call:n5:1                   | ##|
      result:n5:1                 | ##|
      assistant_text:9ea69ecc11e4 |  #|
      user_message:e07aa4dc8601   |  #|"
    `);
  });
});

describe("a message on a branch that was left", () => {
  it.each(["chatgpt-conversations.json", "claude-ai-conversations.json"])("is named: %s", async (sample) => {
    const conversations = JSON.parse(sampleText(sample)) as Record<string, unknown>[];
    const [first = {}] = conversations;
    if (sample.startsWith("chatgpt")) {
      const mapping = first.mapping as Record<string, object>;
      mapping.n7 = { ...mapping.n9, id: "n7", parent: "n6", children: [] };
    } else {
      const messages = first.chat_messages as Record<string, unknown>[];
      messages.forEach((message, i) => (message.parent_message_uuid = messages[i - 1]?.uuid ?? "root"));
      messages.splice(2, 0, { ...messages[1], uuid: "left" });
    }
    const file = await textFile(sample, JSON.stringify(conversations));
    const choice = chooseImporter(file.sniff);
    if (choice.importer === null) throw new Error(choice.reason);
    const { sessions, warnings } = await runImporter(choice.importer, [file]);
    const turns = [...sessions.values()].map((events) => foldSession(events).turns.length);
    expect([turns, [...warnings]]).toEqual([[3, 1], [["other_branch", 1]]]);
  });
});

describe("a Claude.ai export", () => {
  it("has a call for each part of an answer that follows a result", async () => {
    const { format, sessions, warnings } = await importSample("claude-ai-conversations.json");
    expect([format, warnings]).toEqual(["claude_ai", {}]);
    expect(sessions.map(({ meta, turns }) => [meta.name, turns.length])).toEqual([
      ["Newer", 3],
      ["Hello", 1],
    ]);
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "user_goal:19b288994f22      |###|
      attachment:151ff4578b66     |###|
      attachment:e3b0c44298fc     |###|
      thinking:ca63f7aa24e4       | ##|
      assistant_text:e6b0c337329d | ##|
      call:toolu_01               | ##|
      result:toolu_01             | ##|
      assistant_text:1dab169e0ac1 |  #|
      user_message:440dff8f59b5   |  #|"
    `);
  });
});

describe("Aider's history", () => {
  it("has a session for each chat in which something was asked; its commands are not sent", async () => {
    const { format, sessions, warnings } = await importSample("aider.chat.history.md");
    expect([format, warnings]).toEqual(["aider_history", { empty_chat: 1 }]);
    expect(sessions).toHaveLength(1);
    expect(sessions[0]?.turns.map(({ model, usage, error }) => [model, usage?.input, error])).toEqual([
      ["anthropic/claude-sonnet-4-20250514", 12_000, null],
      ["anthropic/claude-sonnet-4-20250514", 950, null],
      [
        "anthropic/claude-sonnet-4-20250514",
        undefined,
        "litellm.RateLimitError: AnthropicException - rate limited",
      ],
    ]);
    expect(sessions[0] && drawSession(sessions[0])).toMatchInlineSnapshot(`
      "user_goal:d32ae8d9fb8d      |## |
      assistant_text:65e3bb87bea3 | # |
      user_message:9f95e0a7ad31   | # |
      user_message:1bf872ba4af4   |  #|"
    `);
  });

  it("has a call for each line of tokens, also where the question stood in the command line or nothing was answered", async () => {
    const history = [
      "# aider chat started at 2026-05-01 10:00:00",
      "> Models: sonnet with diff edit format, weak model haiku  ",
      "Here is the change.",
      "> Tokens: 1.1k sent, 20 received.  ",
      "# aider chat started at 2026-05-01 11:00:00",
      "> ^C again to exit  ",
      "> Tokens: 900 sent, 0 received.  ",
      "# aider chat started at 2026-05-01 12:00:00",
      "Traceback (most recent call last):",
      "#### Why?  ",
      "> Tokens: 10 sent, 0 received.  ",
      "> Tokens: 20 sent, 0 received.  ",
      "Because.",
      "> Tokens: 30 sent, 3 received.  ",
    ].join("\n");
    const file = await textFile("history.md", history);
    const { importer } = chooseImporter(file.sniff);
    if (importer === null) throw new Error("not recognised");
    const { sessions, warnings } = await runImporter(importer, [file]);
    const turns = [...sessions.values()].map((events) =>
      foldSession(events).turns.map(({ usage, error }) => [usage?.input, error]),
    );
    expect(turns).toEqual([
      [[1_100, null]],
      [[900, "the answer was broken off"]],
      [
        [10, "the answer was broken off"],
        [20, "the answer was broken off"],
        [30, null],
      ],
    ]);
    expect([...warnings]).toEqual([["unread_content", 1]]);
  });
});

describe("a history of SpecStory", () => {
  it("has an answer for what was said until tools answered, their results, and who spoke", async () => {
    const { format, sessions, events } = await importSample("specstory.md");
    const [session] = sessions;
    expect([format, session?.meta.agent, session?.meta.model]).toEqual([
      "specstory_history",
      "Claude Code",
      "lab-3",
    ]);
    expect(session?.turns.map(({ toolCalls, window }) => [toolCalls, window.entries])).toEqual([
      [2, 1],
      [0, 7],
      [1, 9],
    ]);
    const blocks = events
      .flat()
      .flatMap((event) => (event.type === "turn.recorded" ? (event.output ?? []) : []));
    expect(blocks.map(({ kind, content }) => [kind, content])).toEqual([
      ["thinking", "The slice may be wrong."],
      ["assistant_text", "I look at both files."],
      ["tool_call", "`./parser.py`"],
      ["tool_call", "`pytest -q`"],
      ["assistant_text", "The slice drops it."],
      ["tool_call", ""],
    ]);
  });

  it("keeps what a sub-agent said out of the window of its caller, names it, and tells of failed calls", async () => {
    const at = "2026-05-01 10:00:00Z";
    const says = (who: string, text: string) => `_**${who} ${at})**_\n\n${text}\n\n---\n`;
    const file = await textFile(
      "history.md",
      [
        "<!-- Generated by SpecStory, Markdown v2.1.0 -->",
        `<!-- Claude Code Session s-1 (${at}) -->`,
        says("User (", "Find the slice."),
        says("Agent - sidechain (", "You look for slices."),
        says("Agent - sidechain (lab-3", "Three slices."),
        says("Agent (lab-3", "It drops the last item."),
        "_**Assistant (model lab-4, mode Agent)**_\n\nOr the first.\n",
        "_**Agent (lab-3) (sidechain)**_\n\nA fourth.\n",
        says("Agent (<synthetic>", "API Error: 500 Internal server error"),
        says("Agent (<synthetic>", "Interrupted."),
      ].join("\n"),
    );
    const { sessions, warnings } = await runImporter(specStory, [file]);
    const [session] = [...sessions.values()].map((events) => foldSession(events));
    expect([...warnings]).toEqual([["sub_agent_part", 3]]);
    expect(session?.turns.map(({ model, error, window }) => [model, error, window.entries])).toEqual([
      ["lab-3", null, 1],
      [null, "API Error: 500 Internal server error", 3],
    ]);
  });
});
