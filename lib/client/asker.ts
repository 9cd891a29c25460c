export interface AskerOptions {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly say: (problem: string) => void;
}

/** An answer, or why there is none. */
export type AskedAnswer =
  | { readonly ok: true; readonly body: Record<string, unknown> }
  | { readonly ok: false; readonly why: string };

/** Fields of every answer. Another server at the same address does not know them. */
const FIELDS: Readonly<Record<string, readonly string[]>> = {
  validate: ["action", "needs"],
  apply: ["messages", "left", "pins", "state"],
  checkpoint: ["action"],
  restore: ["quoted"],
  gate: ["passed", "gates"],
};

/** Never throws: without an answer, the program continues. */
export class Asker {
  private readonly said = new Set<string>();

  constructor(private readonly options: AskerOptions) {}

  async ask(name: string, question: object): Promise<AskedAnswer> {
    const { url, headers, timeoutMs } = this.options;
    try {
      const answer = await this.options.fetch(`${url}/api/v1/runtime/${name}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(question),
        redirect: "error",
        signal: AbortSignal.timeout(timeoutMs),
      });
      const body = (await answer.json()) as Record<string, unknown> | null;
      if (answer.ok && FIELDS[name]?.every((field) => body?.[field] !== undefined) !== false && body !== null)
        return { ok: true, body };
      if (answer.ok) return this.answerWithout(name, "answered by something that is not Sightglass");
      const error = body?.error as { message?: string } | undefined;
      return this.answerWithout(
        name,
        `refused with status ${answer.status}: ${error?.message ?? "no reason given"}`,
      );
    } catch (error) {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      return this.answerWithout(name, isLate ? `not answered within ${timeoutMs} ms` : "not reached");
    }
  }

  private answerWithout(name: string, why: string): AskedAnswer {
    const problem = `${name}: ${why}; the agent goes on`;
    if (!this.said.has(problem)) this.options.say(problem);
    this.said.add(problem);
    return { ok: false, why };
  }
}
