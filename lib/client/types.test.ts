import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import newer from "typescript";
import older from "typescript-5.9";
import { afterAll, describe, expect, it } from "vitest";
import { buildClient } from "@/lib/cli/bootstrap/client.mjs";

const folder = mkdtempSync(path.join(os.tmpdir(), "sightglass-types-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
buildClient(folder);
spawnSync("tar", ["-xzf", "sightglass.tgz"], { cwd: folder });

/** Every TypeScript example of the documentation, as a module of its own that lies beside the packages. */
const pages = [
  "README.md",
  ...readdirSync("docs")
    .filter((name) => name.endsWith(".md"))
    .map((name) => `docs/${name}`),
  ...readdirSync("lib/client/published").map((name) => `lib/client/published/${name}`),
];
const documented = pages.flatMap((page) =>
  [...readFileSync(page, "utf8").matchAll(/^```ts\n(.*?)^```/gms)].map(
    ([, text = ""], i) => [path.resolve("docs", `${path.basename(page, ".md")}-${i}.ts`), text] as const,
  ),
);

/** What the SDKs take and give, handed over and taken back without a cast. */
const USES = `
import type Anthropic from "@anthropic-ai/sdk";
import type { LanguageModelUsage, ModelMessage } from "ai";
import { createMiddleware } from "langchain";
import type OpenAI from "openai";
import { type CheckpointState, langchainMiddleware, type PolicyChoice, type Session } from "@sightglass/client";

const policy: PolicyChoice = { kind: "anthropic-clear-tool-uses" };
// @ts-expect-error there is no such policy
export const misspelt: PolicyChoice = { kind: "keep-lats-n" };
// @ts-expect-error its option is a number
export const wrong: PolicyChoice = { kind: "keep-last-n", options: { keep: "3" } };

export async function chat(session: Session, history: OpenAI.ChatCompletionMessageParam[], usage?: OpenAI.CompletionUsage) {
  session.budget().record(usage);
  const { messages } = await session.apply(history, { policy, usage });
  const given: OpenAI.ChatCompletionMessageParam[] = messages;
  return given;
}

export async function items(session: Session, history: OpenAI.Responses.ResponseInputItem[], usage?: OpenAI.Responses.ResponseUsage) {
  session.budget().record(usage);
  const given: OpenAI.Responses.ResponseInputItem[] = (await session.apply(history, { policy, usage })).messages;
  return given;
}

export async function anthropic(session: Session, history: Anthropic.MessageParam[], usage: Anthropic.Usage) {
  session.budget().record(usage);
  const given: Anthropic.MessageParam[] = (await session.apply(history, { policy, usage })).messages;
  return given;
}

export async function aiSdk(session: Session, history: ModelMessage[], usage: LanguageModelUsage, state: CheckpointState) {
  session.budget().record(usage);
  const given: ModelMessage[] = (await session.apply(history, { policy, usage })).messages;
  await session.gate({ messages: given, usage });
  const { messages } = await session.checkpoint(state, { messages: given });
  const restart: ModelMessage[] | null = messages;
  return restart;
}

export async function advised(session: Session, history: OpenAI.ChatCompletionMessageParam[]) {
  const { action, message } = await session.validate("step", { messages: history });
  if (action !== "proceed") history.push({ role: "user", content: message });
}

export function middleware(session: Session) {
  return createMiddleware(langchainMiddleware(session));
}
`;

type Compiler = Pick<typeof newer, "createProgram" | "createCompilerHost" | "getPreEmitDiagnostics"> & {
  readonly flattenDiagnosticMessageText: typeof newer.flattenDiagnosticMessageText;
  readonly createSourceFile: typeof newer.createSourceFile;
  readonly ModuleKind: typeof newer.ModuleKind;
  readonly ModuleResolutionKind: typeof newer.ModuleResolutionKind;
  readonly ScriptTarget: typeof newer.ScriptTarget;
};

/** Compiles texts as files. @returns what is wrong with them */
function problemsIn(ts: Compiler, texts: ReadonlyMap<string, string>): string[] {
  const options = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    types: ["node"],
    paths: { "@sightglass/client": [path.join(folder, "package/index.d.ts")] },
  };
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => texts.has(name) || fileExists(name);
  host.readFile = (name) => texts.get(name) ?? readFile(name);
  host.getSourceFile = (name, target, ...rest) => {
    const text = texts.get(name);
    return text === undefined
      ? getSourceFile(name, target, ...rest)
      : ts.createSourceFile(name, text, target);
  };
  const program = ts.createProgram([...texts.keys()], options, host);
  return ts
    .getPreEmitDiagnostics(program)
    .map(
      ({ file, messageText }) =>
        `${file?.fileName ?? ""}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`,
    );
}

const COMPILERS: readonly (readonly [string, Compiler])[] = [
  ["6", newer],
  ["5.9", older as unknown as Compiler],
];

describe.each(COMPILERS)("the client's types under TypeScript %s", (_, ts) => {
  it("take what the SDKs give and give it back, and every example of the documentation compiles", () => {
    const texts = new Map([...documented, [path.resolve("docs", "uses.ts"), USES] as const]);
    expect(documented.length).toBeGreaterThan(10);
    expect(problemsIn(ts, texts)).toEqual([]);
  });

  it("refuse a checkpoint that lacks a field, and name it", () => {
    const text = `import type { CheckpointState } from "@sightglass/client";
      export const state: CheckpointState = { task: "t", constraints: [], decisions: [], ruled_out: [], plan: [], evidence: [] };`;
    const [problem] = problemsIn(ts, new Map([[path.resolve("docs", "state.ts"), text]]));
    expect(problem).toContain("next_action");
  });

  it("has no cast in the documentation's examples", () => {
    expect(
      documented.filter(([, text]) => /\bas (?!const\b)|\bany\b/.test(text.replace(/\/\/.*/g, ""))),
    ).toEqual([]);
  });
});
