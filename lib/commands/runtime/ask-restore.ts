import type { StepOf } from "@/lib/access/step-of";
import type { RestoreAnswer, RestoreBody, RestoredText } from "@/lib/api/endpoints/runtime/restore";
import type { Database } from "@/lib/db/client";
import { readContents } from "@/lib/db/log/read";
import { AppError, notFound } from "@/lib/errors";
import { readLeftList } from "@/lib/runtime/leave-references";
import { quoteText } from "@/lib/runtime/quoted";
import { isContentHash, parseReference, writeReference } from "@/lib/runtime/reference";
import { formatDigits } from "@/lib/core/digits";
import { cutPartOfText } from "@/lib/core/text-part";
import { findRequestedSession, type RequestedSession } from "./requested-session";
import { makeGateEvent, recordSoon } from "./record";
import { beginNeeds, readRememberedNeeds } from "./remembered";

interface Range {
  readonly offset: number;
  readonly limit: number;
}

/**
 * Returns content that left a window, and records this in its session unless the caller may only read.
 * @throws AppError `not_found`, `invalid_body`
 */
export async function askRestore({
  ctx: { db, project },
  input: { body, mayRecord = true },
}: StepOf<
  "db" | "project",
  { readonly body: RestoreBody; readonly mayRecord?: boolean | undefined }
>): Promise<RestoreAnswer> {
  const parsedReference = parseReference(body.reference);
  const session = await findRequestedSession({
    ctx: { db, project },
    input: parsedReference?.session ?? body.session,
  });
  if (session === null) {
    const message = "expected sightglass://SESSION/…, or `session` beside the id of a block";
    throw new AppError("invalid_body", `reference: ${message}`, [
      { path: "reference", code: "invalid_reference", message },
    ]);
  }
  const askedName =
    parsedReference === null && body.session !== undefined
      ? `${body.reference} of ${body.session}`
      : body.reference;
  const restored = await restoreText(db, session, parsedReference?.block ?? body.reference, body, askedName);
  const message = `${restored.reference}, ${formatDigits(restored.text.length)} characters given back.`;
  const numbers = { offset: restored.offset, characters: restored.text.length };
  const gate = { gate: "restore", passed: true, message, numbers };
  return {
    ...restored,
    recorded:
      mayRecord &&
      recordSoon({ ctx: { db }, input: { session, said: [makeGateEvent({ gate, turn: body.turn })] } }),
  };
}

/** The text of a content hash, a block id or a call id. @throws AppError `not_found` */
export async function restoreBlock({
  ctx: { db, project },
  input: { sessionId, block, range },
}: StepOf<
  "db" | "project",
  { readonly sessionId: string; readonly block: string; readonly range: Range }
>): Promise<RestoredText> {
  const session = await findRequestedSession({ ctx: { db, project }, input: sessionId });
  if (session === null) throw notFound("the session");
  return restoreText(db, session, block, range);
}

async function restoreText(
  db: Database,
  session: RequestedSession,
  block: string,
  { offset, limit }: Range,
  /** What the caller named it, for the refusal. */
  askedName = block,
): Promise<RestoredText> {
  const whole = isContentHash(block)
    ? await readTextByHash(db, session, block)
    : await readTextByName(db, session, block);
  const reference = writeReference({ session: session.publicId, block });
  if (whole === null) throw notFound(`a text under ${askedName}`);
  const part = cutPartOfText(whole, offset, limit);
  const total = whole.length;
  const range = part.text.length < total ? { part: { offset: part.offset, total } } : {};
  return {
    reference,
    text: part.text,
    quoted: quoteText(part.text, { source: reference, ...range }),
    offset: part.offset,
    totalChars: total,
    nextOffset: part.next,
  };
}

async function readTextByHash(db: Database, session: RequestedSession, hash: string): Promise<string | null> {
  const text = (await readContents(db, session.key, [hash])).get(hash);
  if (text === undefined) return null;
  const list = readLeftList(text);
  if (list === null) return text;
  const hashes = list.flatMap((line) => line.hash ?? []);
  const texts = await readContents(db, session.key, hashes);
  return list
    .map(({ role, block, hash: of, text: short }) => {
      const keptText = short ?? texts.get(of ?? "") ?? "[This text is not kept.]";
      return `--- ${role}, ${block} ---\n${keptText}`;
    })
    .join("\n\n");
}

async function readTextByName(db: Database, session: RequestedSession, name: string): Promise<string | null> {
  const { blocks, needs } = await readRememberedNeeds({
    ctx: { db },
    input: { session, named: await beginNeeds({ ctx: { db }, input: { session, needs: [name] } }) },
  });
  const wantedBlock =
    blocks.find(({ id }) => id === name) ?? blocks.findLast(({ kind }) => kind === "tool_result");
  if (wantedBlock?.content !== undefined) return wantedBlock.content;
  const hash = parseReference(needs.get(name)?.reference ?? "")?.block;
  return hash !== undefined && isContentHash(hash) ? readTextByHash(db, session, hash) : null;
}
