import { spawnSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import os from "node:os";
import path from "node:path";
import JSON5 from "json5";
import { afterAll, beforeEach, describe, expect, it } from "vitest";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-connect-"));
const file = path.join(folder, "settings.json");
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const OWN = {
  model: "opus",
  hooks: {
    Stop: [{ hooks: [{ type: "command", command: "say done" }] }],
    SessionStart: [{ matcher: "startup", hooks: [{ type: "command", command: "git status" }] }],
  },
};

function connect(...args: string[]) {
  const env = { ...process.env, CLAUDE_CONFIG_DIR: folder, CODEX_HOME: folder, GEMINI_CLI_HOME: folder };
  return spawnSync(process.execPath, ["lib/cli/connect.mjs", ...args], { env, encoding: "utf8", input: "" });
}

const settings = (): unknown => JSON.parse(readFileSync(file, "utf8"));

describe("connecting Claude Code", () => {
  beforeEach(() => writeFileSync(file, JSON.stringify(OWN)));

  it("shows the change, and changes nothing while nobody agrees", () => {
    const { stdout } = connect("claude-code");
    expect(stdout).toContain('+    "PreCompact": [');
    expect(stdout).toContain("Nobody can be asked, because the input is no terminal. Add --yes to write it.");
    expect(stdout).toContain("Nothing is changed.");
    expect(settings()).toEqual(OWN);
  });

  it("writes its hooks beside those that are there, once, and takes only them away again", () => {
    connect("claude-code", "--yes");
    const once = settings() as typeof OWN;
    expect(once.hooks.Stop).toHaveLength(2);
    expect(once.hooks).toMatchObject({ PostToolUse: [{ hooks: [{ type: "command" }] }] });
    expect(once).toMatchObject({
      model: "opus",
      hooks: { SessionStart: [{ matcher: "startup" }, { matcher: "compact" }] },
    });
    expect(connect("claude-code", "--yes").stdout).toContain("nothing is changed");
    expect(settings()).toEqual(once);
    connect("claude-code", "--remove", "--yes");
    expect(settings()).toEqual(OWN);
  });

  it("keeps the comments of others, and takes only its own away again", () => {
    const comments = ["// my own", "/* why */", "// says it"];
    const text =
      '{\n    // my own\n    "model": "opus", /* why */\n    "hooks": {\n        "Stop": [\n            // says it\n' +
      '            { "hooks": [ { "type": "command", "command": "say done" } ] },\n        ],\n    },\n}\n';
    writeFileSync(file, text);
    connect("claude-code", "--yes");
    const written = readFileSync(file, "utf8");
    expect(written.match(/hook\.mjs/g)).toHaveLength(4);
    connect("claude-code", "--remove", "--yes");
    const left = readFileSync(file, "utf8");
    for (const comment of comments)
      expect([written, left]).toEqual(Array(2).fill(expect.stringContaining(comment)));
    expect(JSON5.parse(left)).toEqual(JSON5.parse(text));
  });

  it.each([
    ["{ not json", "is not a JSON object"],
    ["[]", "is not a JSON object"],
    ['{"hooks": null}', "`hooks` that are not an object"],
    ['{"hooks": {"Stop": {}}}', "`hooks.Stop` that is not a list"],
  ])("touches no file that it cannot read: %s", (text, why) => {
    writeFileSync(file, text);
    const { status, stderr } = connect("claude-code", "--yes");
    expect(status).not.toBe(0);
    expect(stderr).toContain(why);
    expect(readFileSync(file, "utf8")).toBe(text);
  });
});

describe("connecting Codex", () => {
  it("writes its compact hooks where Codex looks for them, and takes them away again", () => {
    expect(connect("codex", "--yes").stdout).toContain("codex mcp add sightglass");
    const hooks = path.join(folder, "hooks.json");
    const written = JSON.parse(readFileSync(hooks, "utf8")) as { hooks: Record<string, object[]> };
    expect(Object.keys(written.hooks)).toEqual(["PreCompact", "SessionStart", "Stop"]);
    expect(written.hooks.SessionStart).toMatchObject([{ matcher: "compact", hooks: [{ type: "command" }] }]);
    connect("codex", "--remove", "--yes");
    expect(existsSync(hooks)).toBe(false);
    writeFileSync(hooks, "{ // mine\n}");
    connect("codex", "--yes");
    connect("codex", "--remove", "--yes");
    expect(readFileSync(hooks, "utf8")).toContain("// mine");
  });

  it("writes to the file that a link leads to, and keeps a byte order mark", () => {
    const own = path.join(folder, "own.json");
    const text = `\ufeff${JSON.stringify(OWN, null, 2)}\n`;
    writeFileSync(own, text);
    rmSync(file);
    symlinkSync("own.json", file);
    connect("claude-code", "--yes");
    expect(lstatSync(file).isSymbolicLink()).toBe(true);
    const written = readFileSync(own, "utf8");
    expect([written[0], JSON.parse(written.slice(1))]).toEqual([
      "\ufeff",
      expect.objectContaining({
        model: "opus",
        hooks: expect.objectContaining({ PreCompact: expect.anything() }),
      }),
    ]);
    connect("claude-code", "--remove", "--yes");
    expect(readFileSync(own, "utf8")).toBe(text);
    rmSync(file);
  });

  it("knows no other agent", () => {
    expect(connect("another").stderr).toContain("claude-code, codex or gemini");
  });
});

describe("connecting Gemini CLI", () => {
  it("writes its hooks into the settings, in Gemini's own form, and takes only them away again", () => {
    const place = path.join(folder, ".gemini", "settings.json");
    mkdirSync(path.dirname(place));
    const hook = { matcher: "run_.*", hooks: [{ type: "command", command: "say used", timeout: 900 }] };
    const own = { hooksConfig: { enabled: true }, hooks: { disabled: ["say used"], AfterTool: [hook] } };
    writeFileSync(place, JSON.stringify(own));
    expect(connect("gemini", "--yes", "--url", "http://127.0.0.1:4318").stdout).toContain(
      "gemini mcp add --scope user --transport http sightglass http://127.0.0.1:4318/mcp",
    );
    const written = JSON.parse(readFileSync(place, "utf8")) as { hooks: Record<string, object[]> };
    const added = { type: "command", name: "sightglass", timeout: 5_000 };
    for (const event of ["PreCompress", "BeforeAgent", "AfterAgent"])
      expect(written.hooks[event]).toMatchObject([{ hooks: [added] }]);
    expect(written.hooks.AfterTool).toMatchObject([hook, { hooks: [added] }]);
    expect(connect("gemini", "--yes", "--url", "http://127.0.0.1:4318").stdout).toContain(
      "nothing is changed",
    );
    connect("gemini", "--remove", "--yes");
    expect(JSON.parse(readFileSync(place, "utf8"))).toEqual(own);
  });
});
