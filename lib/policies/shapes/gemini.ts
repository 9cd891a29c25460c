import { z } from "zod";
import { at } from "@/lib/core/assert";
import { writeCanonicalJson } from "@/lib/core/hash";
import { PLAINLY } from "@/lib/core/plain-issues";
import type { Message, ToolCall } from "../contract/message";
import { addToolNames } from "./parts";
import type { MessageShape } from "./shape";

const call = z.looseObject({ id: z.string().optional(), name: z.string(), args: z.unknown().optional() });
const result = z.looseObject({
  id: z.string().optional(),
  name: z.string().optional(),
  response: z.unknown().optional(),
});
const part = z.looseObject({
  text: z.string().optional(),
  thought: z.boolean().optional(),
  functionCall: call.optional(),
  functionResponse: result.optional(),
});
const contentSchema = z.looseObject({
  role: z.enum(["user", "model", "function"]).default("user"),
  parts: z.array(part),
});
type Part = z.infer<typeof part>;
type Content = z.infer<typeof contentSchema>;

interface Piece {
  readonly message: Message;
  readonly place: number;
  readonly parts: readonly Part[];
}

/**
 * Contents of a Gemini request. Each function response becomes a message of its own, joined by `merge` to the other
 * parts of the same content. A call without an id gets one from its place; a response without an id answers the oldest
 * open call of its name.
 */
export const geminiShape: MessageShape = {
  id: "gemini",
  read(raw) {
    const sent = z.array(contentSchema).parse(raw, PLAINLY);
    const calls = new OpenCalls();
    const unnamed = sent.flatMap((content, place) => listPieces(content, place, calls));
    const messages = addToolNames(unnamed.map(({ message }) => message));
    const pieces = unnamed.map((piece, i): Piece => ({ ...piece, message: at(messages, i) }));
    return {
      messages,
      write(run) {
        const written: { place: number | null; content: { role: string; parts: Part[] } }[] = [];
        for (const { index, message } of run.shown.entries()) {
          const piece = index === null ? undefined : pieces[index];
          const parts = piece === undefined ? [{ text: message.text }] : rewriteParts(piece, message, calls);
          const last = written.at(-1);
          if (piece !== undefined && last?.place === piece.place) last.content.parts.push(...parts);
          else {
            const role = message.role === "assistant" ? "model" : "user";
            const content = piece === undefined ? { role } : at(sent, piece.place);
            written.push({
              place: piece?.place ?? null,
              content: { ...content, parts: [...parts] } as Content,
            });
          }
        }
        const changed = new Set(
          pieces.flatMap(({ message, place }, i) => (run.shown.at(i) === message ? [] : [place])),
        );
        return written.map(({ place, content }) =>
          place === null || changed.has(place) ? content : raw[place],
        );
      },
    };
  },
};

class OpenCalls {
  private readonly ids = new Map<object, string>();
  private readonly open: { readonly id: string; readonly name: string }[] = [];

  called(one: NonNullable<Part["functionCall"]>): string {
    const id = one.id ?? `${one.name}:${this.ids.size}`;
    this.ids.set(one, id);
    this.open.push({ id, name: one.name });
    return id;
  }

  answered({ id, name }: NonNullable<Part["functionResponse"]>): string | undefined {
    const found = this.open.findIndex((one) => (id === undefined ? one.name === name : one.id === id));
    const [taken] = found < 0 ? [] : this.open.splice(found, 1);
    return id ?? taken?.id;
  }

  idOf(one: NonNullable<Part["functionCall"]>): string | undefined {
    return this.ids.get(one);
  }
}

function listPieces({ role, parts }: Content, place: number, calls: OpenCalls): Piece[] {
  const groups: Part[][] = [];
  for (const one of parts) {
    const last = groups.at(-1);
    const isAlone = one.functionResponse !== undefined || last?.[0]?.functionResponse !== undefined;
    if (last === undefined || isAlone) groups.push([one]);
    else last.push(one);
  }
  return groups.map((group, i) => {
    const id = groups.length === 1 ? `m${place}` : `m${place}.${i}`;
    const { functionResponse } = at(group, 0);
    const message =
      functionResponse === undefined
        ? makeSpoken(id, role, group, calls)
        : makeResult(id, functionResponse, calls.answered(functionResponse));
    return { message: i > 0 ? { ...message, merge: true } : message, place, parts: group };
  });
}

function makeResult(
  id: string,
  { name, response }: NonNullable<Part["functionResponse"]>,
  called?: string,
): Message {
  return {
    id,
    role: "tool",
    text: typeof response === "string" ? response : response == null ? "" : writeCanonicalJson(response),
    ...(called !== undefined && { toolCallId: called }),
    ...(name !== undefined && { toolName: name }),
  };
}

function makeSpoken(id: string, role: Content["role"], parts: readonly Part[], calls: OpenCalls): Message {
  const said = (thought: boolean) =>
    parts.flatMap((one) => (one.text !== undefined && (one.thought ?? false) === thought ? [one.text] : []));
  const texts = said(false).filter((text) => text !== "");
  const images = parts.filter((one) => "inlineData" in one || "fileData" in one).length;
  const toolCalls = parts.flatMap(({ functionCall }): ToolCall[] =>
    functionCall === undefined
      ? []
      : [{ id: calls.called(functionCall), name: functionCall.name, args: functionCall.args ?? {} }],
  );
  return {
    id,
    role: role === "model" ? "assistant" : "user",
    text: texts.join("\n"),
    ...(texts.length > 1 && { texts }),
    ...(images > 0 && { images }),
    ...(said(true).length > 0 && { thinking: said(true).join("\n") }),
    ...(toolCalls.length > 0 && { toolCalls }),
  };
}

function rewriteParts(
  { parts, message: original }: Piece,
  message: Message,
  calls: OpenCalls,
): readonly Part[] {
  if (message === original) return parts;
  let isTextWritten = false;
  return parts.flatMap((one): Part[] => {
    if (one.functionResponse !== undefined)
      return message.text === original.text
        ? [one]
        : [{ ...one, functionResponse: { ...one.functionResponse, response: { result: message.text } } }];
    if (one.functionCall !== undefined) {
      const called = calls.idOf(one.functionCall);
      const now = message.toolCalls?.find(({ id }) => id === called);
      return now === undefined ? [] : [{ ...one, functionCall: { ...one.functionCall, args: now.args } }];
    }
    if (one.thought === true) return message.thinking === original.thinking ? [one] : [];
    if (one.text === undefined || message.text === original.text) return [one];
    if (isTextWritten || message.text === "") return [];
    isTextWritten = true;
    return [{ ...one, text: message.text }];
  });
}
