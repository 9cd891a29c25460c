import type { Guide, SendTarget } from "./guide";

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
    "A call that is not part of the conversation, a title for one, carries side with a word that says what it is for.",
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

export const PLAIN_HTTP: readonly Guide[] = [modelCalls, events];
