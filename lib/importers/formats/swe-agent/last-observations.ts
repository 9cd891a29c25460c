import type { BlockStatement, WindowEntryStatement } from "@/lib/core/trace/blocks-schema";

type Entry = Exclude<WindowEntryStatement, string>;

/** How SWE-agent 0.x names its rule in the configuration that it shipped with: the last five observations. */
export const LAST_OBSERVATIONS = 5;

/**
 * What SWE-agent's LastNObservations leaves of a history: the newest `count` observations in full and one line in place
 * of each older one. The task counts as the first observation and always stays. Demonstrations are not observations.
 *
 *   task  obs1  obs2  obs3  obs4  obs5  obs6      count 5
 *   full   .    full  full  full  full  full
 *
 * Rule: `sweagent/agent/history_processors.py`.
 */
export class LastObservations {
  private readonly elided = new Map<string, Entry>();

  constructor(private readonly count: number) {}

  window(blocks: readonly BlockStatement[]): Entry[] {
    const observations = blocks.filter(({ kind }) => OBSERVATION_KINDS.has(kind));
    const old = new Set(observations.slice(1, Math.max(1, observations.length - this.count)));
    return blocks.map((block) => (old.has(block) ? this.elide(block) : block));
  }

  private elide(block: BlockStatement): Entry {
    const known = this.elided.get(block.id);
    if (known !== undefined) return known;
    const text = `Old environment output: (${countLines(block.content ?? "")} lines omitted)`;
    const entry: Entry = {
      ...block,
      content: text,
      mode: "reference",
      reference: { kind: "placeholder", text },
    };
    this.elided.set(block.id, entry);
    return entry;
  }
}

const OBSERVATION_KINDS: ReadonlySet<string> = new Set(["user_goal", "user_message", "tool_result"]);

/** Like Python's `str.splitlines`: a break at the end begins no line. */
const LINE_BREAK = /\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]/;

function countLines(text: string): number {
  const lines = text.split(LINE_BREAK);
  return lines.at(-1) === "" ? lines.length - 1 : lines.length;
}
