import { describe, expect, it } from "vitest";
import { findMainArgument } from "./main-argument";

describe("the main argument", () => {
  it.each([
    ['{"newText":"a long text","oldText":"x","path":"src/app.ts"}', "src/app.ts"],
    ['{"command":"npm test 2>&1","description":"Run the tests"}', "npm test 2>&1"],
    ['{"command":["bash","-lc","ls -la"],"workdir":"/tmp"}', "ls -la"],
    ['{"command":["git","status"]}', "git status"],
    ['{"subagent_type":"Explore","prompt":"Look at it","description":"Find the tests"}', "Find the tests"],
    ['{"pattern":"a \\"b\\"\\u0021","output_mode":"content"}', 'a "b"!'],
    ['{"order":7,"deep":true}', "7 true"],
    ["plain words", "plain words"],
    ["\n<args>\n<file>\n<path>package.json</path>\n</file>\n</args>\n", "package.json"],
    ["<command>cat <<EOF > a\nx\nEOF</command>\n<cwd>.</cwd>", "cat <<EOF > a\nx\nEOF"],
    ["<path>.</path>\n<regex>fixtures</regex>", "fixtures"],
    ['{"path":".","pattern":"fixtures"}', "fixtures"],
    ['<server_name>s</server_name><arguments>\n{"paths": ["a.md", "b.md"]}\n</arguments>', "a.md b.md"],
    ["<environment_details># VSCode Visible", "<environment_details># VSCode Visible"],
    ["{}", "{}"],
  ])("of %s is %s", (text, significant) => {
    expect(findMainArgument(text)).toBe(significant);
  });

  it("finds it in arguments that are cut off", () => {
    expect(findMainArgument('{"file_path":"docs/a.md","content":"never en')).toBe("docs/a.md");
    expect(findMainArgument('{"cmd":"python - <<EOF')).toBe("python - <<EOF");
    expect(findMainArgument("<path>docs/a.md</path><content>never en")).toBe("docs/a.md");
    expect(findMainArgument("<command>npm te")).toBe("npm te");
  });
});
