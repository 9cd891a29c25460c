import type { Message } from "@/lib/policies/contract/message";
import { writeJson, makeMessageCounter } from "@/lib/policies/shared/estimate";
import { countTokens, getTokenizer } from "@/lib/core/tokens/tokenizer";
import type { Session } from "@/lib/core/trace/session";
import type { Tokens } from "@/lib/core/units";
import type { Mode, Provenance } from "@/lib/core/vocabulary";
import type { Piece, SourceMessage } from "./source-message";
import { getSourceCallId } from "./source-message";
import type { ReplaySource } from "./source";

/** How a piece of a message stands in a replayed window. `text` is `null` if it is the piece's own text. */
export interface ShownPiece {
  readonly piece: Piece;
  readonly mode: Mode;
  readonly text: string | null;
  readonly tokens: Tokens;
}

/** Texts up to this length are counted once, because placeholders and markers repeat. */
const REMEMBERED_CHARS = 500;
const REMEMBERED_MAX = 10_000;

/**
 * Sizes of a replay in the recording's own tokens. Recorded content keeps its calibrated figure. A policy's texts are
 * counted with the same tokenizer and factor.
 */
export class Sizes {
  readonly provenance: Exclude<Provenance, "inferred" | "unavailable">;
  readonly #sources: ReadonlyMap<string, SourceMessage>;
  readonly #session: Session;
  readonly #counted = new Map<string, Tokens>();
  readonly #tokenizer;

  constructor({ recording: { session }, messageById }: ReplaySource) {
    this.#session = session;
    this.#sources = messageById;
    this.#tokenizer = getTokenizer(session.meta.model);
    this.provenance = session.calibration.exact ? "tokenized" : "estimated";
  }

  readonly count = (text: string): Tokens => {
    if (text === "") return 0;
    const cached = text.length <= REMEMBERED_CHARS ? this.#counted.get(text) : undefined;
    if (cached !== undefined) return cached;
    const { factor } = this.#session.calibration;
    const tokens = Math.max(1, Math.round(countTokens(text, this.#tokenizer) * factor));
    if (text.length <= REMEMBERED_CHARS && this.#counted.size < REMEMBERED_MAX)
      this.#counted.set(text, tokens);
    return tokens;
  };

  readonly countMessage = (message: Message): Tokens => {
    const source = this.#sources.get(message.id);
    if (source === undefined) return this.#countAlone(message);
    if (source.message === message) return source.tokens;
    return this.showPieces(source, message, "excerpt").reduce((sum, { tokens }) => sum + tokens, 0);
  };

  readonly #countAlone = makeMessageCounter(this.count);

  showPieces(source: SourceMessage, message: Message, mode: Mode): ShownPiece[] {
    const { pieces } = source;
    if (message === source.message) return pieces.map(showAsItWas);
    const original = source.message;
    const simulated = message.simulated === original.simulated ? undefined : message.simulated;
    const texts = selectTextRun(pieces, (piece) => piece.kind !== "thinking" && piece.kind !== "tool_call");
    const thinking = selectTextRun(pieces, ({ kind }) => kind === "thinking");
    return pieces.flatMap((piece): readonly ShownPiece[] => {
      if (piece.kind === "tool_call") return this.#shownCall(piece, message, original);
      const [run, was, is] =
        piece.kind === "thinking"
          ? [thinking, original.thinking ?? "", message.thinking ?? ""]
          : [texts, original.text, message.text];
      if (was === is && simulated === undefined) return [showAsItWas(piece)];
      if (piece !== run[0] || (is === "" && simulated === undefined)) return [];
      return [{ piece, mode, text: is, tokens: simulated?.tokens ?? this.count(is) }];
    });
  }

  #shownCall(piece: Piece, message: Message, original: Message): ShownPiece[] {
    const id = getSourceCallId(piece, this.#session.blocks[piece.block]);
    const call = message.toolCalls?.find((toolCall) => toolCall.id === id);
    if (call === undefined) return [];
    if (call.args === original.toolCalls?.find((toolCall) => toolCall.id === id)?.args)
      return [showAsItWas(piece)];
    const text = writeJson(call.args);
    return [{ piece, mode: "reference", text, tokens: this.count(text) }];
  }
}

export function showAsItWas(piece: Piece): ShownPiece {
  return { piece, mode: piece.shownAs?.mode ?? "full", text: null, tokens: piece.tokens };
}

function selectTextRun(pieces: readonly Piece[], isWanted: (piece: Piece) => boolean): readonly Piece[] {
  return pieces.filter(isWanted);
}
