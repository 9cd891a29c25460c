import { shareInProgram } from "./shared";

/** A model call as it was sent and answered. */
export interface SeenModelCall {
  readonly startedAt: number;
  readonly endedAt: number;
  readonly request: Readonly<Record<string, unknown>>;
  /** The answer: as JSON, or of a stream its text. */
  readonly response?: unknown;
  readonly error?: unknown;
  /** Why the copy of the answer ends where it ends. Some clients stop reading when an answer says that it is whole. */
  readonly cut?: string;
}

type Outcome = Pick<SeenModelCall, "response" | "error" | "cut">;
type Fetch = typeof fetch;

const CALLS =
  /\/(messages|chat\/completions|responses|converse|v2\/chat|api\/chat)$|:(generateContent|streamGenerateContent)$/;
const COPY_CHARS_MAX = 32_000_000;
const BROKE_OFF = "the answer broke off";
const STOPPED = "the agent stopped reading the answer";
const LEFT = "the agent stopped waiting for the answer";
const TOO_LARGE = "the answer is too large and was not recorded";
const EMPTY = "the answer is empty";

/** Each recording `fetch` of a program, and the one that it passes calls to: no call is recorded twice. */
const inners = shareInProgram("calls", () => new WeakMap<Fetch, Fetch>());

export function isRecording(one: Fetch): boolean {
  return inners.has(one);
}

/** The `fetch` that a recording one passes calls to, or the one that was given. */
export function unwrapFetch(one: Fetch): Fetch {
  return inners.get(one) ?? one;
}

/**
 * A `fetch` that hands over a copy of every model call once its answer has ended. What passes is what passed without it:
 * the same request, the same answer, streamed as it comes.
 * @param begin called when a call goes out; what it returns gets the call when its answer has ended. `null`: not recorded
 */
export function makeRecordingFetch(
  inner: Fetch,
  begin: (request: Readonly<Record<string, unknown>>, url: URL) => ((call: SeenModelCall) => void) | null,
): Fetch {
  const recording: Fetch = async (input, init) => {
    const asked = await requestOf(input, init);
    const end = asked === null ? null : begin(asked.request, asked.url);
    if (asked === null || end === null) return inner(input, init);
    const { request } = asked;
    const startedAt = Date.now();
    const finish = (rest: Outcome) => end({ startedAt, endedAt: Date.now(), request, ...rest });
    let answer: Response;
    try {
      answer = await inner(input, init);
    } catch (error) {
      finish({ error: { message: isAbort(error) ? LEFT : readMessage(error) } });
      throw error;
    }
    return copyAnswer(answer, finish);
  };
  inners.set(recording, inner);
  return recording;
}

async function requestOf(
  input: Parameters<Fetch>[0],
  init: Parameters<Fetch>[1],
): Promise<{ readonly request: Record<string, unknown>; readonly url: URL } | null> {
  try {
    const whole = typeof input === "string" || input instanceof URL ? null : input;
    const url = new URL(whole?.url ?? String(input));
    const method = init?.method ?? whole?.method ?? "GET";
    if (method.toUpperCase() !== "POST" || !CALLS.test(url.pathname)) return null;
    const text = init?.body ?? (await whole?.clone().text());
    if (typeof text !== "string") return null;
    const body: unknown = JSON.parse(text);
    return typeof body === "object" && body !== null && !Array.isArray(body)
      ? { request: body as Record<string, unknown>, url }
      : null;
  } catch {
    return null;
  }
}

function copyAnswer(answer: Response, done: (rest: Outcome) => void): Response {
  const report = (text: string | null, problem: string | null) =>
    done(answerOf(answer.status, text, problem));
  if (answer.body === null) {
    report("", null);
    return answer;
  }
  const decoder = new TextDecoder();
  const pieces: string[] = [];
  let chars = 0;
  let isOver = false;
  const finish = (problem: string | null): void => {
    if (isOver) return;
    isOver = true;
    if (chars > COPY_CHARS_MAX) report(null, problem ?? TOO_LARGE);
    else report(pieces.join("") + decoder.decode(), problem);
  };
  const reader = answer.body.getReader();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done: ended, value } = await reader.read();
        if (ended) {
          finish(null);
          controller.close();
          return;
        }
        const text = decoder.decode(value, { stream: true });
        chars += text.length;
        if (chars <= COPY_CHARS_MAX) pieces.push(text);
        else pieces.length = 0;
        controller.enqueue(value);
      } catch (error) {
        finish(isAbort(error) ? STOPPED : BROKE_OFF);
        controller.error(error);
      }
    },
    cancel(reason) {
      finish(STOPPED);
      return reader.cancel(reason);
    },
  });
  const { status, statusText, headers } = answer;
  const copy = new Response(body, { status, statusText, headers });
  Object.defineProperty(copy, "url", { value: answer.url });
  return copy;
}

function answerOf(status: number, text: string | null, problem: string | null): Outcome {
  const response = text === null || text === "" ? undefined : parseText(text);
  if (status >= 400) return { error: { status, ...(response !== undefined && { body: response }) } };
  if (problem !== null) return { response, cut: problem };
  return response === undefined ? { error: { status, message: EMPTY } } : { response };
}

function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === "AbortError" || error.name === "TimeoutError");
}

/** A failed `fetch` keeps the reason in its cause. */
function readMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  if (!(cause instanceof Error)) return error.message;
  return `${error.message}: ${"code" in cause ? String(cause.code) : cause.message}`;
}
