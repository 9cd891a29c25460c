import type { PolicyToApply } from "./answers";
import type { ChatPiece, WindowPiece } from "./chat";
import { makeNumberedMessages, matchPieces } from "./chat";
import type { AgentPlan } from "./plan";
import type { ClientSession } from "./session";

/** What a framework's loop may ask of Sightglass beside being recorded. */
export interface LoopOptions {
  /** The policy that makes the window of each call; without one, messages pass as they are. */
  readonly policy?: PolicyToApply;
  readonly plan?: AgentPlan;
  readonly budget?: number;
  readonly contextWindow?: number;
}

/**
 * The window that a policy makes of the messages of a framework.
 * @returns `null` where there is no policy, where Sightglass did not answer, or where nothing changed
 */
export async function askWindowPieces(
  session: ClientSession,
  pieces: readonly ChatPiece[],
  { policy, ...rest }: LoopOptions,
): Promise<readonly WindowPiece[] | null> {
  if (policy === undefined) return null;
  const { applied, messages } = await session.apply(makeNumberedMessages(pieces), { policy, ...rest });
  if (!applied) return null;
  const window = matchPieces(messages, pieces);
  const isSame = window.length === pieces.length && window.every((piece, i) => isUntouched(piece, pieces[i]));
  return isSame ? null : window;
}

function isUntouched(piece: WindowPiece, expected: ChatPiece | undefined): boolean {
  if (piece.was === null || piece.was !== expected || piece.text !== null) return false;
  return (piece.was.chat.tool_calls ?? []).every(({ id }) => piece.calls.has(id));
}

/** A message that the policy changed is made again; others are taken unchanged. */
export function rebuildMessages<Message>(
  window: readonly WindowPiece[],
  make: {
    /** A message as it was, for all of its pieces that still stand: what each says now, and which of its calls are left. */
    readonly message: (
      message: number,
      pieces: readonly { part: number | null; text: string | null; calls: ReadonlySet<string> }[],
    ) => Message;
    readonly inserted: (role: string, text: string) => Message;
  },
): Message[] {
  const made: Message[] = [];
  for (let i = 0; i < window.length; i++) {
    const piece = window[i];
    if (piece === undefined) continue;
    if (piece.was === null) {
      made.push(make.inserted(piece.role, piece.text));
      continue;
    }
    const { message } = piece.was;
    const together = [{ part: piece.was.part, text: piece.text, calls: piece.calls }];
    for (let next = window[i + 1]; next != null && next.was !== null; next = window[i + 1]) {
      if (next.was.message !== message) break;
      together.push({ part: next.was.part, text: next.text, calls: next.calls });
      i++;
    }
    made.push(make.message(message, together));
  }
  return made;
}
