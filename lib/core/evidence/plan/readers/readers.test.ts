import { describe, expect, it } from "vitest";
import { expectLinear } from "@/lib/testing/growth";
import { parseActArguments } from "../read-acts";
import type { PlanText } from "./reader";
import { PLAN_READERS } from "./index";

const call = (tool: string, args: unknown): PlanText => ({
  kind: "tool_call",
  tool,
  text: JSON.stringify(args),
  args: parseActArguments(JSON.stringify(args)),
});

function read(text: PlanText): string[] {
  return PLAN_READERS.filter((reader) => reader.matches(text.kind, text.tool)).flatMap((reader) => {
    const stated = reader.read(text);
    return (stated?.steps ?? []).map(
      (step) => `${reader.id}: [${step.status}] ${step.id === undefined ? "" : `${step.id} `}${step.text}`,
    );
  });
}

describe("plans are read from what agents really write", () => {
  it.each<[string, PlanText, string[]]>([
    [
      "TodoWrite",
      call("todowrite", { todos: [{ id: 1, content: "Look", status: "completed" }, { content: "Act" }, 7] }),
      ["todo-write: [completed] 1 Look", "todo-write: [pending] Act"],
    ],
    [
      "update_plan",
      call("update_plan", { plan: [{ step: "Look", status: "in_progress" }] }),
      ["update-plan: [started] Look"],
    ],
    [
      "update_todo_list",
      call("update_todo_list", { todos: "[x] Look\n[-] Act\n[ ] Report" }),
      [
        "update-todo-list: [completed] Look",
        "update-todo-list: [started] Act",
        "update-todo-list: [pending] Report",
      ],
    ],
    [
      "ExitPlanMode",
      call("exitplanmode", { plan: "# The plan\n\n1. Look\n   - a detail\n2. Act" }),
      ["exit-plan-mode: [pending] Look", "exit-plan-mode: [pending] Act"],
    ],
    [
      "a plan file that is written",
      call("write", { path: "refactor.md", content: "# Refactor\n- [x] Look\n- [ ] Act\n" }),
      ["plan-file: [completed] Look", "plan-file: [pending] Act"],
    ],
    [
      "a plan file that is edited",
      call("edit", { path: "refactor.md", oldText: "- [ ] Act", newText: "- [x] Act" }),
      ["plan-file: [completed] Act"],
    ],
    ["another file", call("write", { path: "main.ts", content: "- [x] Look\n- [ ] Act\n" }), []],
    [
      "the task state of a snapshot",
      {
        kind: "compaction_summary",
        tool: "",
        text: '<state_snapshot><task_state>\n<step status="DONE">Look</step>\n<step status="IN PROGRESS">Act. <-- CURRENT FOCUS</step>\n</task_state></state_snapshot>',
        args: {},
      },
      ["task-state: [completed] Look", "task-state: [started] Act."],
    ],
    [
      "commands of an issue tracker",
      call("bash", {
        command: "bd close app-4te.1 --reason done && bd update app-4te.2 --status in_progress; bd ready",
      }),
      ["issue-tracker: [completed] app-4te.1 app-4te.1", "issue-tracker: [started] app-4te.2 app-4te.2"],
    ],
    [
      "what an issue tracker prints",
      {
        kind: "tool_result",
        tool: "bash",
        text: "○ app-4te.1 · Add the dependencies   [● P1 · OPEN]\nOwner: somebody",
        args: { command: "bd show app-4te.1" },
      },
      ["issue-tracker: [pending] app-4te.1 Add the dependencies"],
    ],
    [
      "a to-do tool of whatever name",
      call("mcp__work__manage_todo_list", {
        todoList: [
          { id: 1, title: "Look", status: "done" },
          { id: 2, title: "Act", completed: false },
        ],
      }),
      ["todo-tool: [completed] 1 Look", "todo-tool: [pending] 2 Act"],
    ],
    [
      "a task that a tool of its own keeps",
      { kind: "tool_result", tool: "taskcreate", text: "Task #7 created", args: { subject: "Look" } },
      ["task-tool: [pending] 7 Look"],
    ],
    [
      "an issue that is moved",
      call("mcp__linear__update_issue", { id: "ENG-12", state: "Done" }),
      ["tracker-tool: [completed] ENG-12 ENG-12"],
    ],
    [
      "an issue that a tool makes",
      {
        kind: "tool_result",
        tool: "mcp__github__create_issue",
        text: '{"number": 7, "title": "Look", "state": "open"}',
        args: { title: "Look" },
      },
      ["tracker-tool: [pending] 7 Look"],
    ],
    [
      "an issue of which only the key comes back",
      {
        kind: "tool_result",
        tool: "mcp__atlassian__createjiraissue",
        text: '{"key": "P-7"}',
        args: { summary: "Look" },
      },
      ["tracker-tool: [pending] P-7 Look"],
    ],
    [
      "issues that a tool lists",
      {
        kind: "tool_result",
        tool: "mcp__linear__list_issues",
        text: '{"issues": [{"identifier": "P-7", "title": "Look", "state": {"name": "Done"}}]}',
        args: {},
      },
      ["tracker-tool: [completed] P-7 Look"],
    ],
    [
      "no issue in a comment on one",
      call("mcp__github__add_issue_comment", { issue_number: 7, body: "Look" }),
      [],
    ],
    [
      "an issue that a command makes",
      {
        kind: "tool_result",
        tool: "bash",
        text: "https://github.com/o/r/issues/7",
        args: { command: 'gh issue create --title "Look" --body "x"' },
      },
      ["issue-tracker: [pending] #7 Look"],
    ],
    [
      "a plan file that is read",
      {
        kind: "tool_result",
        tool: "read",
        text: "     1→# Plan\n     2→- [x] Look\n     3→- [ ] Act",
        args: { file_path: "docs/PLAN.md" },
      },
      ["plan-file: [completed] Look", "plan-file: [pending] Act"],
    ],
    [
      "no plan in a page with boxes that was read",
      {
        kind: "tool_result",
        tool: "read",
        text: "- [x] Look\n- [ ] Act",
        args: { file_path: "README.md" },
      },
      [],
    ],
    [
      "a plan file that a command writes",
      call("bash", { command: "cat > PLAN.md <<'EOF'\n- [x] Look\n- [ ] Act\nEOF\nls" }),
      ["plan-file: [completed] Look", "plan-file: [pending] Act"],
    ],
    [
      "a plan file that a patch changes",
      call("apply_patch", {
        input: "*** Begin Patch\n*** Update File: PLAN.md\n-- [ ] Look\n+- [x] Look\n*** End Patch",
      }),
      ["plan-file: [completed] Look"],
    ],
    [
      "a plan that an answer sets apart",
      { kind: "assistant_text", tool: "", text: "Here's my plan:\n\n1. Look\n2. Act\n\nI begin.", args: {} },
      ["plan-block: [pending] Look", "plan-block: [pending] Act"],
    ],
    [
      "no plan in a list of an answer",
      { kind: "assistant_text", tool: "", text: "I found:\n\n1. a bug\n2. another", args: {} },
      [],
    ],
    ["no plan", call("bash", { command: "ls -la" }), []],
  ])("%s", (_, text, steps) => {
    expect(read(text)).toEqual(steps);
  });

  it("in arguments of any shape without a throw", () => {
    for (const args of [
      null,
      [],
      5,
      { todos: {} },
      { plan: null },
      { todos: [null, { content: 7 }] },
      { path: 7 },
    ])
      for (const tool of ["todowrite", "update_plan", "exitplanmode", "write", "edit", "bash"])
        expect(read(call(tool, args))).toEqual([]);
  });

  it.each([
    "- [ ] ",
    "<step>",
    "1. ",
    "bd show ",
    "[x",
    " ",
    "\n",
    "<plan>",
    "plan\n- a\n",
    "cat > a.md << b\n",
  ])("in time that grows with a text of nothing but %j", (part) =>
    expectLinear((times) => {
      const text = part.repeat(5_000 * times);
      for (const tool of ["write", "exitplanmode", "bash", ""])
        for (const kind of ["tool_call", "tool_result", "compaction_summary", "assistant_text"] as const)
          read({
            kind,
            tool,
            text: `<task_state>${text}`,
            args: { path: "a.md", content: text, plan: text, command: text },
          });
    }),
  );
});
