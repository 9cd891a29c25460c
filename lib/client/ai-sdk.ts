import type { AiSdkAnswer } from "./ai-sdk-answer";
import { readChatAnswer, copyStream, describeError } from "./ai-sdk-answer";
import type { AiSdkParams, AiSdkPart } from "./ai-sdk-prompt";
import { requestOf, transformPrompt } from "./ai-sdk-prompt";
import { buildCompletion } from "./chat";
import { runIn } from "./current-session";
import type { LoopOptions } from "./framework-call";
import type { ClientSession } from "./session";

/** Middleware for `wrapLanguageModel` of the AI SDK, versions 5 and 6. */
export interface AiSdkMiddleware {
  readonly specificationVersion: "v3";
  transformParams<P>(options: { readonly params: P }): Promise<P>;
  wrapGenerate<P, R>(options: {
    readonly doGenerate: () => PromiseLike<R>;
    readonly params: P;
    readonly model: { readonly modelId: string };
  }): Promise<R>;
  wrapStream<P, R>(options: {
    readonly doStream: () => PromiseLike<R>;
    readonly params: P;
    readonly model: { readonly modelId: string };
  }): Promise<R>;
}

/**
 * Records every call of a model of the AI SDK as it was sent and answered, streams included; with a policy it makes the
 * window of each call: `wrapLanguageModel({ model, middleware: aiSdkMiddleware(session) })`.
 */
export function aiSdkMiddleware(session: ClientSession, options: LoopOptions = {}): AiSdkMiddleware {
  return {
    specificationVersion: "v3",
    transformParams: async ({ params }) => transformPrompt(session, params, options),
    wrapGenerate: async ({ doGenerate, params, model }) => {
      const end = session.beginCall(requestOf(params as AiSdkParams, model.modelId));
      try {
        const result = await runIn("recorded", doGenerate);
        end({ response: buildCompletion(readChatAnswer(result as AiSdkAnswer, model.modelId)) });
        return result;
      } catch (error) {
        end({ error: { message: describeError(error) } });
        throw error;
      }
    },
    wrapStream: async ({ doStream, params, model }) => {
      const end = session.beginCall(requestOf(params as AiSdkParams, model.modelId));
      try {
        const result = await runIn("recorded", doStream);
        const { stream } = result as { stream: ReadableStream<AiSdkPart> };
        return { ...result, stream: copyStream(stream, model.modelId, end) };
      } catch (error) {
        end({ error: { message: describeError(error) } });
        throw error;
      }
    },
  };
}
