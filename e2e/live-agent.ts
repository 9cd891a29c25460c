import type { APIRequestContext } from "@playwright/test";
import { expect } from "@playwright/test";

export class LiveAgent {
  private turn = 0;
  private sent = 0;

  constructor(
    private readonly request: APIRequestContext,
    readonly session: string,
    private readonly url = "",
  ) {}

  async start(name: string): Promise<void> {
    await this.send({ type: "session.started", name, agent: "live agent", contextWindow: 20_000 });
  }

  async call(result: string, leaves: readonly string[] = [], input?: number): Promise<void> {
    const turn = this.turn++;
    const block = { kind: "tool_result", toolName: "read", toolCallId: `c${turn}`, content: result };
    await this.send({
      type: "turn.recorded",
      turn,
      usage: { input: input ?? 2_000 + turn * 900 },
      window:
        turn === 0
          ? { entries: [{ id: "goal", kind: "user_goal", content: "Sort the orders." }] }
          : { append: [{ id: `r${turn}`, ...block }], remove: leaves },
    });
  }

  async end(): Promise<void> {
    await this.send({ type: "session.ended", outcome: "ok" });
  }

  private async send(event: object): Promise<void> {
    const id = `${this.session}-${this.sent++}`;
    const whole = { id, session: this.session, at: new Date().toISOString(), ...event };
    const response = await this.request.post(`${this.url}/api/v1/events`, { data: { events: [whole] } });
    expect(await response.json()).toMatchObject({ accepted: 1, rejected: [] });
  }
}
