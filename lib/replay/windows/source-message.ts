import { BLOCK_FACTS, ENTRY_FACTS } from "@/lib/core/trace/block-facts";
import type { BlockStatement } from "@/lib/core/trace/blocks-schema";
import { stateAgain } from "@/lib/core/trace/fact";
import type { Message, MessageSource, MessageRole, ToolCall } from "@/lib/policies/contract/message";
import { readFullText } from "@/lib/core/trace/fold/recording";
import type { Recording } from "@/lib/core/trace/fold/recording";
import type { Block, BlockVersion, Residency } from "@/lib/core/trace/session";
import type { EpochMs, Tokens, TurnIndex } from "@/lib/core/units";
import type { SourceKind } from "@/lib/core/vocabulary";

/** A block as it enters the history: the text that a replay starts from, and its form when it was first seen. */
export interface Piece {
  readonly block: number;
  readonly id: string;
  readonly kind: SourceKind;
  readonly text: string | null;
  readonly version: BlockVersion | undefined;
  readonly origin: string | null;
  readonly tokens: Tokens;
  /** The block as its sender would define it, with the recorded size. All replays share it. */
  readonly definition: BlockStatement;
  readonly shownAs: Residency | null;
  /** What the recorded window says of the piece that came in whole. */
  readonly entry: ReturnType<typeof stateEntryFacts>;
}

export interface SourceMessage {
  readonly message: Message;
  readonly pieces: readonly Piece[];
  readonly tokens: Tokens;
}

const ROLES: Partial<Record<SourceKind, MessageRole>> = {
  system_rules: "system",
  tool_schemas: "system",
  repository_instructions: "system",
  assistant_text: "assistant",
  thinking: "assistant",
  tool_call: "assistant",
  tool_result: "tool",
};

/** The role of a block: the assistant's if the model wrote it, else the usual role for its kind. */
export function chooseBlockRole({ kind }: Pick<Block, "kind">, producer: TurnIndex | null): MessageRole {
  return producer !== null && kind !== "tool_result" ? "assistant" : (ROLES[kind] ?? "user");
}

/**
 * The text of a block that a replay starts from: the full text, or the text of its first appearance if it was never
 * seen in full. `first` is `null` for a block that no window showed.
 */
export function makePiece(recording: Recording, number: number, first: Residency | null): Piece | null {
  const block = recording.session.blocks[number];
  if (block === undefined) return null;
  const fullVersion = block.versions[block.full];
  const version = fullVersion ?? block.versions[first?.version ?? -1];
  const text = fullVersion === undefined ? recording.textOf(version) : readFullText(recording, block);
  return {
    block: number,
    id: block.id,
    kind: block.kind,
    text,
    version,
    origin: findOrigin(block),
    tokens: version?.tokens ?? 0,
    definition: makeDefinition(block, text, version),
    shownAs: fullVersion === undefined ? first : null,
    entry: first?.mode === "full" ? stateEntryFacts(first) : {},
  };
}

/** What a window says of an entry besides its block, as its sender would state it. */
export function stateEntryFacts(residency: Residency) {
  return stateAgain(ENTRY_FACTS, residency);
}

function makeDefinition(
  block: Block,
  text: string | null,
  version: BlockVersion | undefined,
): BlockStatement {
  const { tokens, provenance } = version ?? { tokens: null, provenance: "unavailable" };
  const isStated = tokens !== null && provenance !== "unavailable" && provenance !== "inferred";
  return {
    id: block.id,
    kind: block.kind,
    ...describeBlock(block),
    ...(text !== null && { content: text }),
    ...(isStated && { tokens: { value: tokens, provenance } }),
  };
}

/** What a block says of itself, as its sender would state it. */
export function describeBlock(block: Block) {
  return { trust: block.trust, ...stateAgain(BLOCK_FACTS, block) };
}

/** Makes one message of blocks that belong together. `previous` is the message before it from the same turn. */
export function makeSourceMessage(
  { session: { blocks } }: Recording,
  pieces: readonly Piece[],
  role: MessageRole,
  at: EpochMs | null,
  previous: Message | undefined,
  isAborted = false,
): SourceMessage {
  const first = pieces[0];
  const block = blocks[first?.block ?? -1];
  const texts = listPieceTexts(pieces, (kind) => kind !== "thinking" && kind !== "tool_call");
  const thinking = listPieceTexts(pieces, (kind) => kind === "thinking");
  const toolCalls = pieces
    .filter(({ kind }) => kind === "tool_call")
    .map((piece) => makeCall(piece, blocks[piece.block]));
  const images = pieces.reduce((sum, piece) => sum + (blocks[piece.block]?.media?.image ?? 0), 0);
  const tokens = pieces.reduce((sum, piece) => sum + piece.tokens, 0);
  const isTextless = pieces.every(({ text }) => text === null);
  const message: Message = {
    id: first?.id ?? "",
    role,
    text: texts.join("\n"),
    ...(texts.length > 1 && { texts }),
    ...(thinking.length > 0 && { thinking: thinking.join("\n") }),
    ...(toolCalls.length > 0 && { toolCalls }),
    ...(role === "tool" && block !== undefined && makeResultFields(block)),
    ...(role === "tool" && previous?.role === "tool" && { merge: true }),
    ...(isAborted && { isAborted }),
    ...(images > 0 && { images }),
    ...(at !== null && { ts: at }),
    ...(block !== undefined && { source: makeSource(block) }),
    ...(isTextless && { simulated: { tokens } }),
  };
  return { message, pieces, tokens };
}

function listPieceTexts(pieces: readonly Piece[], isWanted: (kind: SourceKind) => boolean): string[] {
  return pieces.filter(({ kind }) => isWanted(kind)).flatMap(({ text }) => text ?? []);
}

function makeResultFields({ toolCallId, toolName, isError }: Block): Partial<Message> {
  return {
    ...(toolCallId !== null && { toolCallId }),
    ...(toolName !== null && { toolName }),
    ...(isError && { isError }),
  };
}

function makeSource(block: Block): MessageSource {
  return { kind: block.kind, trust: block.trust, origin: findOrigin(block) };
}

function findOrigin({ origin }: Block): string | null {
  return origin?.artifact ?? origin?.path ?? origin?.url ?? null;
}

/** The recording's own call id. A call without one uses its block's id. */
export function getSourceCallId(piece: Piece, block: Block | undefined): string {
  return block?.toolCallId ?? piece.id;
}

function makeCall(piece: Piece, block: Block | undefined): ToolCall {
  return { id: getSourceCallId(piece, block), name: block?.toolName ?? "", args: readArguments(piece.text) };
}

function readArguments(text: string | null): unknown {
  if (text === null) return {};
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
