import { describe, expect, it } from "vitest";
import { isSameSource, placeAsked, findSourceOfCall } from "./source";

const source = (tool: string, args: unknown) => {
  const text = typeof args === "string" ? args : JSON.stringify(args);
  return findSourceOfCall(tool, text, `${tool} ${text}`);
};

describe("what a call asks for", () => {
  it.each([
    [
      "another tool that reads the file",
      ["read_file", { path: "src/a.ts" }],
      ["cat", { file_path: "./src/a.ts" }],
    ],
    [
      "a command that reads it",
      ["Read", { file_path: "/r/src/a.ts" }],
      ["bash", { command: "cd /r && cat src/a.ts" }],
    ],
    [
      "a command of another shell that reads it",
      ["Read", { file_path: "/r/src/a.ts" }],
      ["shell", { command: "Get-Content -Raw src\\a.ts", workdir: "/r" }],
    ],
    ["a part of it", ["view", { path: "a.ts" }], ["bash", { command: "sed -n '10,40p' a.ts" }]],
    [
      "lines that are mostly the same",
      ["read", { path: "a", offset: 1, limit: 100 }],
      ["read", { path: "a", offset: 20, limit: 100 }],
    ],
    [
      "an address in another spelling",
      ["fetch", { url: "https://A.example/x/" }],
      ["web_fetch", { url: "https://a.example/x#part" }],
    ],
    [
      "why it is asked",
      ["bash", { command: "cat a.ts", description: "look" }],
      ["bash", { command: "cat a.ts" }],
    ],
  ] as const)("is the same for %s", (_, [tool, args], [other, otherArgs]) => {
    expect(isSameSource(source(tool, args), source(other, otherArgs))).toBe(true);
  });

  it.each([
    ["another file", ["read", { path: "src/a.ts" }], ["read", { path: "src/b.ts" }]],
    [
      "the next lines",
      ["read", { path: "a", offset: 1, limit: 100 }],
      ["read", { path: "a", offset: 101, limit: 100 }],
    ],
    ["the rest of it", ["read", { path: "a" }], ["read", { path: "a", offset: 2_001 }]],
    [
      "the next page",
      ["fetch", { url: "https://a.example", page: 1 }],
      ["fetch", { url: "https://a.example", page: 2 }],
    ],
    [
      "another question about a page",
      ["webfetch", { url: "https://a.example", prompt: "price?" }],
      ["webfetch", { url: "https://a.example", prompt: "date?" }],
    ],
    [
      "another query of an address",
      ["fetch", { url: "https://a.example/?q=1" }],
      ["fetch", { url: "https://a.example/?q=2" }],
    ],
    ["writing it", ["read", { path: "a.ts" }], ["write_file", { path: "a.ts" }]],
    ["what is known of it", ["read_file", { path: "a.ts" }], ["get_file_outline", { path: "a.ts" }]],
    ["a command that does more", ["read", { path: "a.ts" }], ["bash", { command: "cat a.ts && rm a.ts" }]],
  ] as const)("is not the same for %s", (_, [tool, args], [other, otherArgs]) => {
    expect(isSameSource(source(tool, args), source(other, otherArgs))).toBe(false);
  });

  it("is a place, or the call itself", () => {
    expect(placeAsked("mcp__fs__read_text_file", '{"path":"docs/../a.md"}')).toBe("a.md");
    expect(placeAsked("search", '{"path":"docs"}')).toBeNull();
  });
});
