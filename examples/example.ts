import OpenAI from "openai";
import type { Session } from "../lib/client";
import type { Script } from "./scripted-provider";
import { serveScript } from "./scripted-provider";

/** In one sentence, and whether it was what the task asked for. */
export interface ExampleOutcome {
  readonly did: string;
  readonly right: boolean;
}

/** Where an agent runs. */
export interface Setting {
  readonly client: OpenAI;
  readonly model: string;
  /** `null` without Sightglass. */
  readonly session: Session | null;
  /** Whether the agent asks Sightglass before it acts. Without an answer it does what it does alone. */
  readonly asks: boolean;
}

/** One task, with the model that works on it. */
export interface Task {
  readonly script: Script;
  /** Tokens of a window. The provider refuses longer ones. */
  readonly limit: number;
  /** Its harness writes the session itself, so its calls are not recorded by the client. */
  readonly records?: "itself";
  readonly run: (setting: Setting) => Promise<ExampleOutcome>;
}

export interface Example {
  readonly title: string;
  readonly folder: string;
  /** Sizes, order and the model's care depend on the seed only. */
  readonly taskOf: (seed: number) => Task;
}

export type Message = OpenAI.ChatCompletionMessageParam;

/** Runs a task against its scripted model. A window that the provider refuses ends the run. */
export async function ranTask(
  { script, limit, records, run }: Task,
  session: Session | null,
  asks: boolean,
): Promise<ExampleOutcome> {
  const provider = await serveScript(script, limit);
  const plain = new OpenAI({ apiKey: "none", baseURL: provider.baseURL, maxRetries: 0 });
  const client = session === null || records === "itself" ? plain : session.wrap(plain);
  try {
    const outcome = await run({ client, model: "scripted", session, asks });
    session?.end(outcome.right ? "ok" : "wrong", outcome.right ? undefined : outcome.did);
    return outcome;
  } catch (error) {
    if (!(error instanceof OpenAI.APIError)) throw error;
    session?.end("failed", "the provider refused the window");
    return { did: "the provider refused its window: it was over the limit.", right: false };
  } finally {
    provider.close();
  }
}

const CHARS_PER_TOKEN = 4;

/** About the tokens that messages take. */
export function tokensIn(messages: readonly unknown[]): number {
  return Math.ceil(JSON.stringify(messages).length / CHARS_PER_TOKEN);
}

/** A usual pruner: the newest results stay, older ones are cleared. It does not know the plan. */
export function clearOldResults(history: readonly Message[], kept: number): Message[] {
  const results = history.flatMap(({ role }, i) => (role === "tool" ? [i] : []));
  const cleared = new Set(results.slice(0, -kept));
  return history.map((message, i) =>
    message.role === "tool" && cleared.has(i) ? { ...message, content: "[cleared]" } : message,
  );
}

/** A usual pruner: the oldest messages are dropped until the window fits. The rules stay. */
export function dropOldest(history: readonly Message[], limit: number): Message[] {
  const rules = history.filter(({ role }) => role === "system");
  const rest = history.filter(({ role }) => role !== "system");
  while (rest.length > 1 && (tokensIn([...rules, ...rest]) > limit || rest[0]?.role === "tool")) rest.shift();
  return [...rules, ...rest];
}
