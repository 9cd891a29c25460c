import { isDatabaseAway, isNodeAway } from "@/lib/db/away";
import type { Database } from "@/lib/db/client";
import { addClients, addWarnings } from "@/lib/db/ingestion-notes";
import type { InboxBody } from "@/lib/db/raw/inbox";
import {
  readBodiesInInbox,
  nextInInbox,
  noteUnpackAway,
  noteUnpackFailed,
  takeOutOfInbox,
} from "@/lib/db/raw/inbox";
import type { RawRecordInput } from "@/lib/db/raw/raw-record";
import { storeRecords, streamKey } from "@/lib/db/raw/store";
import { Slices } from "@/lib/db/slices";
import type { OtelSignal, OtlpEncoding } from "@/lib/importers/otel/decoded";
import type { OtelRecord } from "@/lib/importers/otel/spans/record";
import { decodeBody } from "../records/decode-body";
import { compareStored } from "../records/relation-of-stored";
import { addUpClients, listClients } from "../records/seen-clients";
import { isWorthKeeping, makeRawRecord } from "../records/record-id";
import type { FoundWarning } from "../records/warnings";
import { noteBodyWarnings, noteDiffering, noteRecordWarnings, WarningSet } from "../records/warnings";

/** Bytes of bodies that are unpacked together; a single body may be larger. */
const BYTES_AT_ONCE = 8 * 1024 * 1024;

/**
 * Unpacks the bodies of a project that came first.
 * @param passedOver gets the bodies that cannot be unpacked now, by their ids, and why; those in it are passed over
 * @returns whether there were any
 */
export async function unpackNext(
  db: Database,
  project: string,
  passedOver: Map<string, unknown>,
): Promise<boolean> {
  const bodies = await nextInInbox(db, project, BYTES_AT_ONCE, [...passedOver.keys()]);
  await unpackEach(db, project, bodies, passedOver);
  return bodies.length > 0;
}

/** Unpacks these bodies, as far as they are in the inbox and can be unpacked now. */
export async function unpackBodies(db: Database, project: string, ids: readonly string[]): Promise<void> {
  await unpackEach(db, project, await readBodiesInInbox(db, ids), new Map());
}

/** Bodies are unpacked together. If that fails, each is unpacked by itself, so that a damaged one stops no other. */
async function unpackEach(
  db: Database,
  project: string,
  bodies: readonly InboxBody[],
  passedOver: Map<string, unknown>,
): Promise<void> {
  if (bodies.length === 0) return;
  try {
    const away = await unpack(db, project, bodies);
    for (const [id, error] of away) passedOver.set(id, error);
    if (away.size > 0) await noteUnpackAway(db, [...away.keys()]);
  } catch (error) {
    if (isDatabaseAway(error) && !isNodeAway(error)) throw error;
    const [only] = bodies;
    if (bodies.length > 1) for (const body of bodies) await unpackEach(db, project, [body], passedOver);
    else if (only !== undefined) {
      passedOver.set(only.id, error);
      await (isNodeAway(error) ? noteUnpackAway(db, [only.id]) : noteFailed(db, project, only, error));
    }
  }
}

async function noteFailed(db: Database, project: string, { id }: InboxBody, error: unknown): Promise<void> {
  console.error("a request was kept, and its records could not be stored; that is tried again", error);
  if (await noteUnpackFailed(db, id)) await addWarnings(db, project, [UNPACK_FAILED]);
}

const UNPACK_FAILED = {
  code: "projection_failed",
  source: "server",
  message: "a request was kept, and its records could not be stored one by one; the server's log says why",
  count: 1,
  sample: {},
} as const;

/**
 * Stores the records of bodies and takes the bodies out then. What is done twice comes to the same.
 * @returns the bodies that stay, because a node that some of their records belong on is away, and the errors
 */
async function unpack(
  db: Database,
  project: string,
  bodies: readonly InboxBody[],
): Promise<ReadonlyMap<string, unknown>> {
  const slices = new Slices();
  const opened = new Map<string, readonly OtelRecord[]>();
  const inputs = new Map<RawRecordInput, { readonly body: string; readonly record: OtelRecord }>();
  const warnings = new Map<string, WarningSet>();
  for (const { id, bytes, signal, encoding, receivedAt } of bodies) {
    const decoded = decodeBody(bytes, signal as OtelSignal, encoding as OtlpEncoding);
    const found = new WarningSet();
    noteBodyWarnings(decoded, signal as OtelSignal, found);
    noteRecordWarnings(decoded.records, receivedAt.getTime(), found);
    warnings.set(id, found);
    opened.set(id, decoded.records);
    for (const record of decoded.records) {
      if (isWorthKeeping(record)) inputs.set(makeRawRecord(record), { body: id, record });
      await slices.pause();
    }
  }
  const { differing, away } = await storeRecords(db, project, [...inputs.keys()], compareStored);
  const staying = new Map<string, unknown>();
  for (const [input, { body }] of inputs) {
    const error = away.get(streamKey(project, input.stream));
    if (error !== undefined) staying.set(body, error);
  }
  // What differs is stored now, so that the next time it is as it was.
  const toldNow = new WarningSet();
  for (const input of differing) {
    const { body, record } = inputs.get(input) ?? {};
    if (body !== undefined && record !== undefined)
      noteDiffering([record], staying.has(body) ? toldNow : (warnings.get(body) ?? toldNow));
  }
  await addWarnings(db, project, toldNow.list());
  await takeOutOfInbox(
    db,
    bodies.flatMap(({ id }) => (staying.has(id) ? [] : [id])),
    async (tx, taken) => {
      const found: FoundWarning[] = [...taken].flatMap((id) => warnings.get(id)?.list() ?? []);
      await addWarnings(tx, project, found);
      await addClients(
        tx,
        project,
        addUpClients([...taken].flatMap((id) => listClients(opened.get(id) ?? []))),
      );
    },
  );
  return staying;
}
