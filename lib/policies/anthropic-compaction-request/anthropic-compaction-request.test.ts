import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { anthropicCompactionRequest } from ".";

const say = (role: Message["role"], id: string): Message => ({
  id,
  role,
  text: `${id} says enough to be summarised`,
});

const shownIds = (run: PolicyRun) => run.shown.messages().map(({ id }) => id);

describe("a compaction that is asked for", () => {
  it("puts one block in place of everything before what was asked since", () => {
    const history = [say("system", "s"), say("user", "u1"), say("assistant", "a1"), say("user", "u2")];
    const run = new PolicyRun(anthropicCompactionRequest, { history });
    expect(run.step().changes).toEqual([]);
    expect(run.step({ requested: true }).summarizerCalls).toHaveLength(1);
    expect(shownIds(run)).toEqual(["s", "anthropic:compaction", "u2"]);
  });

  it("takes an older block into the new one", () => {
    const run = new PolicyRun(anthropicCompactionRequest, {
      history: [say("user", "u1"), say("assistant", "a1")],
    });
    run.step({ requested: true });
    run.append([say("user", "u2"), say("assistant", "a2")]);
    run.step({ requested: true });
    expect(shownIds(run)).toEqual(["anthropic:compaction"]);
  });

  it("is refused in the middle of a turn", () => {
    const call: Message = { ...say("assistant", "a1"), toolCalls: [{ id: "c1", name: "read", args: {} }] };
    const history = [say("user", "u1"), call, { ...say("tool", "t1"), toolCallId: "c1" }];
    const run = new PolicyRun(anthropicCompactionRequest, { history });
    const { changes, notes } = run.step({ requested: true });
    expect(changes).toEqual([]);
    expect(notes?.join()).toContain("middle of a turn");
  });
});
