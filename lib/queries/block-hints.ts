import { KIND } from "@/lib/db/derived/codes";
import type { Block } from "@/lib/db/generated/client";
import { blockOrigin } from "./standing-rows";

const HINT_CHARS = 48;

/** What most shell commands of an agent begin with. */
const CHANGE_OF_FOLDER = /^cd \S+ (?:&&|;) /;

/**
 * What tells each block from others of its name, without reading a text: where it came from, the arguments of its call,
 * or its own text where that is short enough to stand in its row. Empty where none is at hand.
 */
export function blockHints(
  blocks: readonly Pick<Block, "kind" | "toolCallId" | "toolName" | "text" | "extra">[],
): string[] {
  const call = KIND.of("tool_call");
  const argumentsOf = new Map(
    blocks.flatMap(({ kind, toolCallId, text }) =>
      kind === call && toolCallId !== null && text !== null ? [[toolCallId, text] as const] : [],
    ),
  );
  return blocks.map((block) => {
    const { path, url } = blockOrigin(block).origin ?? {};
    const asked = argumentsOf.get(block.toolCallId ?? "");
    const said = block.kind === call || asked === undefined ? block.text : asked;
    if (path !== undefined) return lastPart(path);
    return shortened(withoutName(plainArguments(url ?? said ?? ""), block.toolName));
  });
}

/** The end of a path says more than its start. */
function lastPart(path: string): string {
  return path.length <= HINT_CHARS ? path : `…${path.slice(1 - HINT_CHARS)}`;
}

/** Arguments as one reads them: the values of `{"path":"a"}` without their punctuation. */
function plainArguments(text: string): string {
  const values = [...text.matchAll(/"[^"]*"\s*:\s*("(?:[^"\\]|\\.)*"|[^,}]+)/g)].map(
    ([, value]) => value ?? "",
  );
  const plain = text.startsWith("{") && values.length > 0 ? values.join(" ").replaceAll('"', "") : text;
  return plain.replace(/\s+/g, " ").trim().replace(CHANGE_OF_FOLDER, "");
}

/** A command line begins with the name of its tool, which stands in front of the hint already. */
function withoutName(text: string, name: string | null): string {
  return name !== null && text.startsWith(`${name} `) ? text.slice(name.length + 1) : text;
}

function shortened(text: string): string {
  return text.length <= HINT_CHARS ? text : `${text.slice(0, HINT_CHARS - 1)}…`;
}
