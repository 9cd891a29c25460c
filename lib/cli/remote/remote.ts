import type { z } from "zod";
import { errorSchema } from "@/lib/api/endpoint";
import { fillUnknown } from "@/lib/api/later/known-later";

export interface Remote {
  readonly url: string;
  readonly key: string | null;
}

/** `null` where the command works on a database. */
export function readRemoteOf(env: NodeJS.ProcessEnv = process.env): Remote | null {
  const url = env.COMMAND_REMOTE_URL;
  if (url === undefined || url === "") return null;
  return { url, key: env.COMMAND_REMOTE_KEY || null };
}

export class RemoteError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
    this.name = "RemoteError";
  }
}

/** @throws RemoteError with the instance's own message; `unreachable` without an answer */
export async function askRemote(remote: Remote, path: string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers);
  if (remote.key !== null) headers.set("authorization", `Bearer ${remote.key}`);
  const response = await fetch(`${remote.url}${path}`, { ...init, headers }).catch((error: unknown) => {
    const cause =
      error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error);
    throw new RemoteError("unreachable", `Nobody answers at ${remote.url}: ${cause}`);
  });
  if (response.ok) return response;
  throw readRefusal(remote, response.status, await response.text());
}

function readRefusal(remote: Remote, status: number, text: string): RemoteError {
  const { data } = errorSchema.safeParse(parseAnswerText(text));
  if (status === 401 || (status === 403 && remote.key === null)) {
    const want =
      remote.key === null
        ? "wants an API key: give it with --key or in SIGHTGLASS_API_KEY"
        : "does not accept this API key: check --key or SIGHTGLASS_API_KEY";
    const said = data === undefined ? "" : ` (${data.error.message})`;
    return new RemoteError("unauthorized", `${remote.url} ${want}${said}`);
  }
  return new RemoteError(
    data?.error.code ?? "unknown",
    `${remote.url} answers ${status}${data === undefined ? "; it does not look like Sightglass" : `: ${data.error.message}`}`,
  );
}

function parseAnswerText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/**
 * @param of the declared path of the endpoint, where it says `null` for what is not known yet
 * @throws RemoteError for an answer of another shape
 */
export async function askJson<S extends z.ZodType>(
  remote: Remote,
  path: string,
  schema: S,
  init: RequestInit = {},
  of = "",
): Promise<z.output<S>> {
  const answer = await (await askRemote(remote, path, init)).text();
  const said = parseAnswerText(answer);
  const result = schema.safeParse(typeof said === "object" && said !== null ? fillUnknown(of, said) : said);
  if (result.success) return result.data;
  throw new RemoteError("unknown", `${remote.url}${path} answers with something that is not expected`);
}
