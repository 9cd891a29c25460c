import { makeCallRecord } from "@/lib/importers/otel/call-record";
import { GrowingProjection } from "@/lib/importers/otel/project";
import { hold, note } from "./report";

/**
 * The cost of turning a model call into events by the length of its conversation: every request repeats all that came before.
 * The parts that it repeats are the same objects, as the worker reads them from the store.
 */
const CALLS = 1_000;
const MEASURED = 100;
const EARLY = 100;
const LATE = CALLS - MEASURED;
/** A request at the end repeats nine times as much. */
const RATIO_MAX = 3;

type Role = "user" | "assistant";

const APIS: Readonly<
  Record<string, readonly [list: string, messageOf: (role: Role, text: string) => object]>
> = {
  "openai.chat": ["messages", (role, content) => ({ role, content })],
  "openai.responses": ["input", (role, content) => ({ type: "message", role, content })],
  anthropic: ["messages", (role, text) => ({ role, content: [{ type: "text", text }] })],
  gemini: ["contents", (role, text) => ({ role: role === "user" ? role : "model", parts: [{ text }] })],
  bedrock: ["messages", (role, text) => ({ role, content: [{ text }] })],
  cohere: ["messages", (role, content) => ({ role, content })],
  ollama: ["messages", (role, content) => ({ role, content })],
};

const makeText = (i: number) => `message ${i}: ${"what the order desk said of it ".repeat(12)}`;

for (const [api, [list, messageOf]] of Object.entries(APIS)) {
  const projection = new GrowingProjection();
  const messages: object[] = [];
  const times: number[] = [];
  for (let turn = 0; turn < CALLS; turn++) {
    messages.push(messageOf("user", makeText(2 * turn)));
    const request = { model: "some-model", [list]: [...messages] };
    const startedAt = Date.UTC(2026, 0, 1) + turn * 1_000;
    const record = makeCallRecord({ id: `call-${turn}`, session: "long", startedAt, api, request });
    const started = performance.now();
    if (projection.take([record]) === null) throw new Error("a call that follows another goes on from it");
    times.push(performance.now() - started);
    messages.push(messageOf("assistant", makeText(2 * turn + 1)));
  }
  const computeMedianAround = (from: number) =>
    times.slice(from, from + MEASURED).sort((a, b) => a - b)[MEASURED / 2] ?? NaN;
  const [early, late] = [computeMedianAround(EARLY), computeMedianAround(LATE)];
  note(`${api}: ms a call, around call ${EARLY} and ${LATE}`, `${early.toFixed(3)}, ${late.toFixed(3)}`);
  hold({ what: `${api}: a call at ${LATE} ÷ one at ${EARLY}`, value: late / early, atMost: RATIO_MAX });
}
