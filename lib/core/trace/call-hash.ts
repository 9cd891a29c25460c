import { writeCanonicalJson, hashContent } from "../hash";
import type { EpochMs } from "../units";
import type { Block } from "./session";
import { isTextCallId } from "./text-call-id";
import type { Usage } from "./usage-facts";

const CHARS = 16;
/**
 * The fewest characters of an id that its provider drew at random. Shorter ids are counters or names, which another run has too.
 */
const RANDOM_ID_CHARS_MIN = 20;
/**
 * How a call is told from others: by an id that its provider drew, by its measured tokens together with its time, or only by what
 * it says.
 */
const [DRAWN, MEASURED, SAID] = ["d", "m", "s"];

/** What a call says of itself; ids that its sender gave it are left out, because a copy may have others. */
export interface HashedCall {
  readonly model: string | undefined;
  readonly usage: Pick<Usage, "input" | "output"> | null;
  readonly output: readonly (Pick<Block, "kind" | "toolCallId" | "full"> & {
    readonly versions: readonly Pick<Block["versions"][number], "hash" | "text">[];
  })[];
}

/**
 * The hash of a call, which copies of it share.
 * @returns `null` where neither usage nor an answer is known
 */
export function hashCall({ model, usage, output }: HashedCall): string | null {
  if (usage === null && output.length === 0) return null;
  const outputKeys = output.map(({ kind, toolCallId, full, versions }) => {
    const text = versions[full];
    return [kind, toolCallId, text?.hash ?? text?.text ?? null];
  });
  const isDrawn = output.some(
    ({ toolCallId: id }) => id !== null && id.length >= RANDOM_ID_CHARS_MIN && !isTextCallId(id),
  );
  const content = writeCanonicalJson([
    model ?? null,
    usage?.input ?? null,
    usage?.output ?? null,
    outputKeys,
  ]);
  const prefix = isDrawn ? DRAWN : usage?.input == null ? SAID : MEASURED;
  return `${prefix}${hashContent(content).slice(0, CHARS)}`;
}

/**
 * A name that only this call and its copies have.
 * @returns `null` where an equal call of another run could not be told from a copy
 */
export function identifyCall(callHash: string | null, at: EpochMs | null): string | null {
  const kind = callHash?.slice(0, 1);
  if (callHash === null || kind === SAID) return null;
  return kind === DRAWN ? callHash : at === null ? null : `${callHash}-${at}`;
}
