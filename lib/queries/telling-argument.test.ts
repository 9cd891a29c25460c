import { describe, expect, it } from "vitest";
import { tellingArgument } from "./telling-argument";

describe("tellingArgument", () => {
  it.each([
    ['{"newText":"a long text","oldText":"x","path":"src/app.ts"}', "src/app.ts"],
    ['{"command":"npm test 2>&1","description":"Run the tests"}', "npm test 2>&1"],
    ['{"command":["bash","-lc","ls -la"],"workdir":"/tmp"}', "ls -la"],
    ['{"command":["git","status"]}', "git status"],
    ['{"subagent_type":"Explore","prompt":"Look at it","description":"Find the tests"}', "Find the tests"],
    ['{"pattern":"a \\"b\\"\\u0021","output_mode":"content"}', 'a "b"!'],
    ['{"order":7,"deep":true}', "7 true"],
    ["plain words", "plain words"],
    ["{}", "{}"],
  ])("of %s is %s", (text, telling) => {
    expect(tellingArgument(text)).toBe(telling);
  });

  it("finds it in arguments that are cut off", () => {
    expect(tellingArgument('{"file_path":"docs/a.md","content":"never en')).toBe("docs/a.md");
    expect(tellingArgument('{"cmd":"python - <<EOF')).toBe("python - <<EOF");
  });
});
