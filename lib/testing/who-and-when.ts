import { z } from "zod";
import type { JudgeRecord } from "@/lib/judge/ask";
import { fitTexts } from "@/lib/judge/prepare";
import type { JudgeCandidate } from "@/lib/judge/question";

/** A failed run of the public set Who&When, with the agent and the step that people hold responsible. */
const runSchema = z.object({
  question: z.string(),
  history: z
    .array(z.object({ content: z.string().nullable(), role: z.string(), name: z.string().nullish() }))
    .min(1),
  mistake_agent: z.string(),
  mistake_step: z.union([z.string(), z.number()]).transform(Number).pipe(z.int().min(0)),
  mistake_reason: z.string(),
});
export type FailedRun = z.output<typeof runSchema>;

/** The best that the set's authors report with any of their methods. */
export const PUBLISHED = { agents: 0.535, steps: 0.142 };

/** @returns `null` for a file of another shape */
export function readFailedRun(text: string): FailedRun | null {
  try {
    return runSchema.parse(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The run as a session's events. The answer to its question is not told. */
export function candidateOfRun({ question, history }: FailedRun): JudgeCandidate {
  const events = history.map((step, i) => ({
    id: `E${i}`,
    role: "event",
    label: `step ${i}, ${agentOf(step)}`,
    block: `E${i}`,
    turn: i,
    text: step.content ?? "",
  }));
  const asked = {
    id: "Q",
    role: "request",
    label: "the user's question",
    block: "Q",
    turn: 0,
    text: question,
  };
  return { turn: history.length - 1, texts: fitTexts([asked, ...events]) };
}

/** Whether an answer names the right agent and the right step: those of its first quote. */
export function isRight(run: FailedRun, { verdict, quotes }: JudgeRecord): { agent: boolean; step: boolean } {
  const step = Number(/^E(\d+)$/.exec(quotes[0]?.text ?? "")?.[1] ?? Number.NaN);
  const said = run.history[step];
  if (verdict !== "failed" || said === undefined) return { agent: false, step: false };
  return { agent: agentOf(said) === agentOf({ role: run.mistake_agent }), step: step === run.mistake_step };
}

/** In some runs agents have names, in others roles such as "Orchestrator (thought)". */
function agentOf({
  role,
  name,
}: {
  readonly role: string;
  readonly name?: string | null | undefined;
}): string {
  return (name ?? role).replace(/\s*\(.*$/, "").trim();
}
