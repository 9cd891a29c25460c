import type { Asker } from "@/lib/client/asker";
import type { RawApi } from "@/lib/importers/otel/raw";
import { requestSummaryOf } from "@/lib/importers/otel/raw/request-summary";
import { Lineages } from "./lineages";
import type { PolicyInUse } from "./policy-in-use";

type Body = Readonly<Record<string, unknown>>;

export interface PreparedRequest {
  readonly request: Body;
  readonly applied: Body | undefined;
  /** False when the request is sent as the agent wrote it, byte for byte. */
  readonly isChanged: boolean;
}

/** The APIs whose messages a policy can be applied to. */
const LIST_OF: Partial<Record<RawApi, string>> = {
  anthropic: "messages",
  "openai.chat": "messages",
  "openai.responses": "input",
  gemini: "contents",
};
const SYSTEM_OF: Partial<Record<RawApi, string>> = {
  anthropic: "system",
  "openai.responses": "instructions",
  gemini: "systemInstruction",
};

/** Without an answer in time, a request is sent unchanged. */
export class PolicyApplier {
  private readonly lineages = new Lineages();

  constructor(
    private readonly asker: Asker,
    private readonly policy: PolicyInUse,
  ) {}

  /** Never throws: on a failure the request stays unchanged, and its record says why. */
  async prepare(session: string | null, request: Body): Promise<PreparedRequest> {
    const unchanged = (problem?: string): PreparedRequest => ({
      request,
      applied: problem === undefined ? undefined : { policy: this.policy.kind, problem },
      isChanged: false,
    });
    try {
      return await this.applyTo(session, request, unchanged);
    } catch {
      return unchanged("the answer of Sightglass could not be read");
    }
  }

  private async applyTo(
    session: string | null,
    request: Body,
    unchanged: (problem?: string) => PreparedRequest,
  ): Promise<PreparedRequest> {
    const summary = requestSummaryOf(request, {});
    const list = summary === null ? undefined : LIST_OF[summary.api];
    if (summary === null || session === null || list === undefined)
      return unchanged("the request is of no known API");
    if (summary.isDelta || !Array.isArray(summary.messages))
      return unchanged("the request does not contain the whole conversation");
    const messages = summary.messages as readonly unknown[];
    const { state, keep } = this.lineages.of(session, messages);
    const system = SYSTEM_OF[summary.api];
    const asked = await this.asker.ask("apply", {
      session,
      messages,
      policy: this.policy,
      marked: true,
      state,
      ...(system !== undefined && request[system] !== undefined && { system: request[system] }),
      ...(Array.isArray(request.tools) && { tools: request.tools as unknown[] }),
    });
    if (!asked.ok) return unchanged(asked.why);
    const { applied, left, messages: made } = asked.body as unknown as ApplyAnswer;
    if (left.some(({ status }) => status === "summarized"))
      return unchanged("the policy needs a summary that a model writes");
    keep(asked.body.state);
    if (applied === null) return unchanged();
    return { request: { ...request, [list]: made }, applied, isChanged: true };
  }
}

interface ApplyAnswer {
  readonly messages: readonly unknown[];
  readonly left: readonly { readonly status: string }[];
  readonly applied: Body | null;
}
