import { describe, expect, it } from "vitest";
import { looksUp } from "./looks-up";
import { listPatchedFiles, listShellWrites } from "./shell-writes";

describe("the files that a command writes", () => {
  it.each([
    ["sed -i s/a/b/ src/a.ts", ["src/a.ts"]],
    ["cd src && echo x > a.ts", ["src/a.ts"]],
    ["cat > 'my file.md' <<'EOF'\nx > y.txt\nEOF", ["my file.md"]],
    ["cp a.ts b.ts && rm -f c.ts", ["b.ts", "c.ts"]],
    ["npm test 2>&1 | tee out.log", ["out.log"]],
    ["grep -n x a.ts 2>/dev/null", []],
    ["cat a.ts | head", []],
  ])("%s", (command, files) => {
    expect(listShellWrites(command)).toEqual(files);
  });

  it("are those of a patch", () => {
    expect(
      listPatchedFiles("*** Begin Patch\n*** Update File: a.ts\n*** Add File: b.ts\n*** End Patch"),
    ).toEqual(["a.ts", "b.ts"]);
    expect(listPatchedFiles("--- a/a.ts\n+++ b/a.ts\n@@ -1 +1 @@")).toEqual(["a.ts"]);
    expect(listPatchedFiles("no patch")).toEqual([]);
    expect(listPatchedFiles("*** Begin Patch\n*** Add File: src\\new.ts\n+x")).toEqual(["src\\new.ts"]);
  });

  it("are those of a patch in a string of a program", () => {
    const patch =
      "*** Begin Patch\n*** Add File: Cargo.toml\n+[a]\n*** Update File: src\\new.rs\n-x > y\n+z\n";
    const program = `const patch = ${JSON.stringify(patch)}; await tools.apply_patch(patch);`;
    expect(listPatchedFiles(program)).toEqual(["Cargo.toml", "src\\new.rs"]);
    expect(listPatchedFiles('say("the header is *** Add File: a.ts")')).toEqual([]);
  });
});

describe("a call that only looks something up", () => {
  it.each([
    ["read_file", {}],
    ["mcp__dns__lookup", {}],
    ["bash", { command: "cd x && FOO=1 grep -rn y . | head" }],
    ["bash", { command: "curl -s https://a.example" }],
    ["shell", { command: ["bash", "-lc", "git status"] }],
  ])("%s %j", (tool, args) => {
    expect(looksUp(tool, JSON.stringify(args))).toBe(true);
  });

  it.each([
    ["set_status", {}],
    ["deploy", {}],
    ["bash", { command: "ls; rm -rf x" }],
    ["bash", { command: "curl -X POST https://a.example" }],
    ["shell", { command: ["bash", "-lc", "ssh host reboot"] }],
  ])("is not %s %j", (tool, args) => {
    expect(looksUp(tool, JSON.stringify(args))).toBe(false);
  });
});
