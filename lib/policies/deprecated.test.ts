import { describe, expect, it } from "vitest";
import { langchainJsClearToolUses } from "./langchain-js-clear-tool-uses";
import { langchainJsSummarization } from "./langchain-js-summarization";
import { readOptions } from "./contract/options";

describe("deprecated option names", () => {
  it.each([
    [{ maxTokensBeforeSummary: 500 }, { trigger: { tokens: 500 } }],
    [{ maxTokensBeforeSummary: 500, trigger: { messages: 4 } }, { trigger: { messages: 4 } }],
    [{ messagesToKeep: 7 }, { keep: { messages: 7 } }],
    [{ messagesToKeep: 7, keep: { messages: 20 } }, { keep: { messages: 7 } }],
    [{ messagesToKeep: 7, keep: { messages: 5 } }, { keep: { messages: 5 } }],
    [{ messagesToKeep: 7, keep: { tokens: 20 } }, { keep: { tokens: 20 } }],
  ])("of LangChain's summarisation stand back as the vendor has it: %o", (given, read) => {
    expect(readOptions(langchainJsSummarization, given)).toMatchObject({ ok: true, options: read });
  });

  it("are warned about as deprecated, not as ignored", () => {
    expect(readOptions(langchainJsClearToolUses, { triggerTokens: 500, other: 1 })).toMatchObject({
      warnings: [
        {
          path: "triggerTokens",
          message:
            "The vendor reads this option but deprecates it. Use `trigger: { tokens: value }` instead.",
        },
        { path: "other", message: "The vendor ignores this option." },
      ],
    });
  });

  it("are refused by the name that was given", () => {
    const reading = readOptions(langchainJsClearToolUses, { triggerTokens: "many" });
    expect(reading).toMatchObject({ ok: false, problems: [{ path: "triggerTokens" }] });
    expect(() => langchainJsClearToolUses.begin({ triggerTokens: "many" })).toThrow(/must be a number/);
  });

  it("govern a session as the present ones do", () => {
    const under = (options: object) => langchainJsSummarization.begin(options).state;
    expect(under({ messagesToKeep: 7 })).toEqual(under({ keep: { messages: 7 } }));
  });
});
