/** A model call as it was sent and answered. */
export interface SeenModelCall {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly request: Readonly<Record<string, unknown>>;
  /** The answer: as JSON, or of a stream its text. */
  readonly response?: unknown;
  readonly error?: unknown;
}

type Fetch = typeof fetch;

const CALLS = /\/(messages|chat\/completions|responses)$|:(generateContent|streamGenerateContent)$/;
const COPY_CHARS_MAX = 32_000_000;

/**
 * A `fetch` that hands over a copy of every model call once its answer has ended. What passes is what passed without it:
 * the same request, the same answer, streamed as it comes.
 * @param begin called when a call goes out; what it returns gets the call when its answer has ended
 */
export function recordingFetch(inner: Fetch, begin: () => (call: SeenModelCall) => void): Fetch {
  return async (input, init) => {
    const request = requestOf(input, init);
    if (request === null) return inner(input, init);
    const startedAt = Date.now();
    const end = begin();
    const done = (rest: Pick<SeenModelCall, "response" | "error">) =>
      end({ startedAt, endedAt: Date.now(), request, ...rest });
    let answer: Response;
    try {
      answer = await inner(input, init);
    } catch (error) {
      done({ error: { message: error instanceof Error ? error.message : String(error) } });
      throw error;
    }
    return copied(answer, done);
  };
}

function requestOf(input: Parameters<Fetch>[0], init: Parameters<Fetch>[1]): Record<string, unknown> | null {
  try {
    const url = new URL(typeof input === "string" ? input : input instanceof URL ? input.href : input.url);
    if ((init?.method ?? "GET").toUpperCase() !== "POST" || !CALLS.test(url.pathname)) return null;
    if (typeof init?.body !== "string") return null;
    const body: unknown = JSON.parse(init.body);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? (body as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
}

function copied(answer: Response, done: (rest: Pick<SeenModelCall, "response" | "error">) => void): Response {
  const finish = (text: string | null, isWhole: boolean) => done(answerOf(answer.status, text, isWhole));
  if (answer.body === null) {
    finish("", true);
    return answer;
  }
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let chars = 0;
  let isOver = false;
  const over = (isWhole: boolean): void => {
    if (isOver) return;
    isOver = true;
    finish(chars > COPY_CHARS_MAX ? null : pieces.join("") + decoder.decode(), isWhole);
  };
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: ended, value } = await reader.read();
        if (ended) {
          over(true);
          controller.close();
          return;
        }
        const text = decoder.decode(value, { stream: true });
        chars += text.length;
        if (chars <= COPY_CHARS_MAX) pieces.push(text);
        else pieces.length = 0;
        controller.enqueue(value);
      } catch (error) {
        over(false);
        controller.error(error);
      }
    },
    cancel(reason) {
      over(false);
      return reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = answer;
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperty(copy, "url", { value: answer.url });
  return copy;
}

function answerOf(
  status: number,
  text: string | null,
  isWhole: boolean,
): Pick<SeenModelCall, "response" | "error"> {
  const response = text === null || text === "" ? undefined : parsed(text);
  if (status >= 400) return { error: { status, ...(response !== undefined && { body: response }) } };
  return { response, ...(!isWhole && { error: { message: "the answer broke off" } }) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
