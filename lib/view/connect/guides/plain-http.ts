import type { Guide, SendTarget } from "./guide";
import { listRegistrations } from "./guide";

const library: Guide = {
  id: "library",
  label: "Sightglass libraries",
  about:
    "For TypeScript and Python: every call as it was sent and answered, and what a running agent can ask.",
  dialects: ["raw_call"],
  snippets: (place) => [
    ...listRegistrations("TypeScript", place),
    { title: "Or one client of an SDK", text: writeTypescriptUse(place) },
    ...listRegistrations("Python", place),
    { title: "Or one client of an SDK in Python", text: writePythonUse(place) },
  ],
  notes: [
    "The registration records every SDK and framework whose calls go through the program's fetch, in Python through httpx. It stands before a client is made.",
    "Records are sent in the background. While Sightglass cannot be reached, they wait on disk, and the agent goes on.",
    "Budget, validation, apply, checkpoint and restore are on the page Runtime of the documentation.",
  ],
};

function writeTypescriptUse({ base, key }: SendTarget): string {
  const apiKey = key === null ? "" : `, apiKey: "${key}"`;
  return [
    'import { Sightglass } from "@sightglass/client";',
    "",
    `const session = new Sightglass({ url: "${base}"${apiKey} }).session();`,
    "const client = session.wrap(new OpenAI()); // or new Anthropic()",
  ].join("\n");
}

function writePythonUse({ base, key }: SendTarget): string {
  const apiKey = key === null ? "" : `, api_key="${key}"`;
  return [
    "from sightglass import Sightglass",
    "",
    `session = Sightglass("${base}"${apiKey}).session()`,
    "client = session.wrap(OpenAI())  # or Anthropic(), AsyncOpenAI(), AsyncAnthropic()",
  ].join("\n");
}

const modelCalls: Guide = {
  id: "model-calls",
  label: "Raw model calls",
  about:
    "Requests and responses of Anthropic and OpenAI APIs as they are, from a wrapper or a proxy: nothing is lost.",
  dialects: ["raw_call"],
  snippets: (place) => [
    { title: "A wrapper for the fetch option of either SDK", text: fetchWrapper(place) },
    {
      title: "Its use",
      text: 'const client = new Anthropic({ fetch: recording("anthropic.messages", sessionId) });',
    },
  ],
  notes: [
    "api is anthropic.messages, openai.chat or openai.responses. Streamed responses are taken as the text of their events.",
    "For a call outside of the conversation, such as one for a title, set side to a word for its purpose.",
  ],
};

function fetchWrapper({ base, key }: SendTarget): string {
  const headers =
    key === null
      ? '{ "content-type": "application/json" }'
      : `{ "content-type": "application/json", authorization: "Bearer ${key}" }`;
  return `export function recording(api: string, session: string): typeof fetch {
  return async (input, init) => {
    const startedAt = new Date().toISOString();
    const answer = await fetch(input, init);
    void answer.clone().text().then((response) =>
      fetch("${base}/api/v1/model-calls", {
        method: "POST",
        headers: ${headers},
        body: JSON.stringify({ calls: [{
          id: crypto.randomUUID(), session, api, startedAt, endedAt: new Date().toISOString(),
          request: JSON.parse(String(init?.body ?? "{}")), response,
        }] }),
      }),
    ).catch(() => {});
    return answer;
  };
}`;
}

const events: Guide = {
  id: "events",
  label: "Native events",
  about:
    "What a harness knows itself: windows, decisions, evictions with their reasons, plans and their steps.",
  dialects: ["events"],
  snippets: ({ base, key }) => [
    {
      title: "One turn",
      text: [
        `curl ${base}/api/v1/events \\`,
        ...(key === null ? [] : [`  -H "authorization: Bearer ${key}" \\`]),
        `  -H "content-type: application/json" -d '{"events": [{`,
        `    "v": 1, "id": "turn-1", "session": "my-session", "at": "2026-01-01T12:00:00Z",`,
        `    "type": "turn.recorded", "turn": 1, "model": "my-model", "usage": {"input": 120, "output": 8},`,
        `    "window": {"append": [{"id": "u1", "kind": "user_message", "content": "Where is order 7?"}]}`,
        `  }]}'`,
      ].join("\n"),
    },
  ],
  notes: [
    "An event that comes twice is known by its id. What is refused is named in the answer, with the field.",
  ],
};

export const PLAIN_HTTP: readonly Guide[] = [library, modelCalls, events];
