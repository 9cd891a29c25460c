import { describe, expect, it } from "vitest";
import type { Message } from "../contract/message";
import { PolicyRun } from "../run";
import { browserOutput } from "./browser-output";

function ask(id: string, name: string, args: object, text: string): Message[] {
  return [
    { id: `call ${id}`, role: "assistant", text: "", toolCalls: [{ id, name, args }] },
    { id, role: "tool", toolCallId: id, toolName: name, text },
  ];
}

const page = (id: string, url: string) => ask(id, "browser", {}, `[Current URL: ${url}]\nA long page.`);

function textsUnder(options: object, history: readonly Message[], signals = {}): Record<string, string> {
  const run = new PolicyRun(browserOutput, { options, history });
  run.step({ signals });
  const results = run.shown.messages().filter(({ role }) => role === "tool");
  return Object.fromEntries(results.map(({ id, text }) => [id, text]));
}

describe("OpenHands' masking of browser output", () => {
  it("leaves the newest page and puts the URL in place of the older ones", () => {
    const history = [...page("a", "https://one.test/"), ...page("b", "https://two.test/")];
    expect(textsUnder({}, history)).toEqual({
      a: "Visited URL https://one.test/\nContent omitted",
      b: "[Current URL: https://two.test/]\nA long page.",
    });
  });

  it("counts pages, not events, and leaves every other observation alone", () => {
    const history = [
      ...page("a", "https://one.test/"),
      ...ask("ls", "execute_bash", { command: "ls" }, "README.md"),
      ...page("b", "https://two.test/"),
      ...page("c", "https://three.test/"),
      ...ask("cat", "execute_bash", { command: "cat" }, "A long file."),
    ];
    const texts = textsUnder({ attention_window: 2 }, history);
    expect(texts).toMatchObject({ ls: "README.md", cat: "A long file." });
    expect(Object.keys(texts).filter((id) => texts[id]?.endsWith("omitted"))).toEqual(["a"]);
  });

  it("masks a page for good, while newer ones come", () => {
    const run = new PolicyRun(browserOutput, { history: page("a", "https://one.test/") });
    expect(run.step().changes).toEqual([]);
    run.append(page("b", "https://two.test/"));
    expect(run.step().changes).toMatchObject([{ status: "cleared", index: 1 }]);
    run.append(page("c", "https://three.test/"));
    const { changes, decisions } = run.step();
    expect(changes).toMatchObject([{ status: "cleared", index: 3 }]);
    expect(decisions).toMatchObject([{ reference: "https://two.test/" }]);
  });

  it.each([
    ["web_read", { url: "https://asked.test/" }, "https://asked.test/"],
    ["browser", { code: 'goto("https://opened.test/")' }, "https://opened.test/"],
    ["browser", { code: "scroll(0, 200)" }, ""],
  ])("takes the URL of a page of %s that does not show one from its call: %o", (tool, args, url) => {
    const history = [...ask("a", tool, args, "A long page."), ...page("b", "https://two.test/")];
    expect(textsUnder({}, history).a).toBe(`Visited URL ${url}\nContent omitted`);
  });

  it("says so where nothing tells the URL", () => {
    const history = [...ask("a", "browser", {}, "A long page."), ...page("b", "https://two.test/")];
    const { notes, decisions } = new PolicyRun(browserOutput, { history }).step();
    expect(notes).toEqual(["The recording does not tell the URL of 1 pages that left."]);
    expect(decisions).toMatchObject([{ reference: null }]);
  });

  it("believes a recording that knows its pages", () => {
    const history = [...ask("a", "visit", {}, "A long page."), ...page("b", "https://two.test/")];
    const texts = textsUnder({}, history, { browser: { a: "https://known.test/" } });
    expect(texts.a).toBe("Visited URL https://known.test/\nContent omitted");
  });
});
