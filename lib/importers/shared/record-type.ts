import { findCost } from "./billed";
import { findId, nameIn, findTokens } from "./bounds";
import type { KnownKeys, LeftReason } from "./known-keys";
import type { Loose } from "./values";
import { countOf, instantOf, recordOf, recordsOf, stringOf } from "./values";

/** A field of a foreign record: what the program writes there, and how it is read. */
export interface Field<T = unknown> {
  readonly says: string;
  readonly read: (value: unknown) => T;
  /** The records that it holds. */
  readonly holds?: KnownKeys;
  /** Why nobody reads it. */
  readonly left?: LeftReason;
  /** No sample and no real session at hand has it: it is known from the program's source, or from a file that was not kept. */
  readonly isUnseen?: true;
}

type Fields = Readonly<Record<string, Field>>;

/**
 * A record as it is read: each field by its declaration, when it is asked for. A field that is damaged reads as one that is
 * not there; the others are as they were. Fields that are left are not in it.
 */
type Reading<F extends Fields> = {
  readonly [K in keyof F as F[K] extends { readonly left: LeftReason } ? never : K]: ReturnType<F[K]["read"]>;
};

/**
 * A kind of record of a foreign format, declared once: the type of what is read, the reader, and the keys that are known, so
 * that a warning names all others.
 */
export interface RecordType<F extends Fields = Fields> extends KnownKeys {
  readonly fields: F;
  /** Anything but an object reads as a record without fields. */
  of(value: unknown): Reading<F>;
}

export type ReadingOf<R> = R extends RecordType<infer F> ? Reading<F> : never;

interface Scope {
  /** Whether the declaration is that of an object. Others are read, or reported, as a whole. */
  readonly isOf?: KnownKeys["isOf"];
  /** Whose fields the undeclared ones are, where these are not named. */
  readonly others?: string;
}

/**
 *     const ROW = defineRecord({                                 ROW.of({ uuid: "a", cwd: 7, hookCount: 1, mood: "?" })
 *       uuid: field.id("its id"),                                  .uuid       "a"
 *       cwd: field.name("the folder"),                             .cwd        undefined: damaged
 *       hookCount: field.left("prices and sums", "of hooks"),      .hookCount  does not compile: it is left
 *     });                                                        unknown keys: mood
 */
export function defineRecord<F extends Fields>(fields: F, { isOf, others }: Scope = {}): RecordType<F> {
  class View {
    constructor(readonly record: Loose) {}
  }
  const inside: Record<string, KnownKeys> = {};
  for (const [key, { read, holds }] of Object.entries(fields)) {
    Object.defineProperty(View.prototype, key, {
      get(this: View) {
        return read(this.record[key]);
      },
    });
    if (holds !== undefined) inside[key] = holds;
  }
  return {
    fields,
    keys: others === undefined ? new Set(Object.keys(fields)) : null,
    inside,
    ...(isOf !== undefined && { isOf }),
    of: (value) => new View(recordOf(value)) as unknown as Reading<F>,
  };
}

/** The fields of a record by how they are read. Each is told what the program writes there. */
export const field = {
  text: (says: string) => readWith(stringOf, says),
  name: (says: string) => readWith(nameIn, says),
  id: (says: string) => readWith(findId, says),
  tokens: (says: string) => readWith(findTokens, says),
  count: (says: string) => readWith(countOf, says),
  instant: (says: string) => readWith(instantOf, says),
  cost: (says: string) => readWith((value) => findCost(value), says),
  /** `true` or not. */
  flag: (says: string) => readWith((value) => value === true, says),
  /** A value of any shape, which its reader checks. `holds` names the unknown keys of the records in it. */
  value: (says: string, holds?: KnownKeys): Field => ({
    ...readWith((value) => value, says),
    ...(holds !== undefined && { holds }),
  }),
  one: <F extends Fields>(type: RecordType<F>, says: string) => ({
    ...readWith((value) => type.of(value), says),
    holds: type,
  }),
  list: <F extends Fields>(type: RecordType<F>, says: string) => ({
    ...readWith((value) => recordsOf(value).map((record) => type.of(record)), says),
    holds: type,
  }),
  /** Known, and not read. */
  left: (left: LeftReason, says: string) => ({ ...readWith((value) => value, says), left }),
  unseen: <T extends Field>(fieldType: T): T => ({ ...fieldType, isUnseen: true }),
};

function readWith<T>(read: (value: unknown) => T, says: string): Field<T> {
  return { says, read };
}
