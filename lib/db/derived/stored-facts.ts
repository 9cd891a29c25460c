import { z } from "zod";
import type { Declaration, FactName, Told } from "@/lib/core/trace/fact";
import { listDeclaredFacts } from "@/lib/core/trace/fact";
import type { Columns } from "./table";

/** How a thing becomes a row of its table, and how a row that was read becomes the thing again. */
export interface Codec<Thing, Written, Read> {
  toRow(this: void, thing: Thing): Written;
  fromRow(this: void, row: Read): Thing;
}

type InColumns<D extends Declaration, C> = Pick<Told<D>, FactName<D> & keyof C>;

/** Declared facts in rows. A fact that has a column of its name is stored there, and every other one in the bag `extra`. */
export interface StoredFacts<D extends Declaration, C> {
  /** Adds the values of the facts that have a column to a row. */
  addColumns<Row extends object>(row: Row, told: Told<D>): Row & InColumns<D, C>;
  /** The other facts, without those that are not stated; `null` where none is. */
  toBag(told: Told<D>): Readonly<Record<string, unknown>> | null;
  /** @param bag as it was read */
  fromRow(row: object, bag: unknown): Told<D>;
}

export function makeStoredFacts<D extends Declaration, C extends Columns>(
  declared: D,
  columns: C,
): StoredFacts<D, C> {
  const facts = listDeclaredFacts(declared);
  const columnFacts = facts.filter(([name]) => name in columns);
  const bagged = facts.filter(([name]) => !(name in columns));
  const loose = columnFacts.filter(([name]) => columns[name]?.startsWith("jsonb") === true);
  const schema = makeBagSchema(
    Object.fromEntries(bagged.map(([name, { schema: of, isTime }]) => [name, isTime ? z.number() : of])),
  );
  const shape = Object.fromEntries(facts.map(([name]) => [name, null])) as Record<string, unknown>;
  return {
    addColumns(row, statedFacts) {
      const values = row as Record<string, unknown>;
      for (const [name] of columnFacts) values[name] = statedFacts[name];
      return row as typeof row & InColumns<D, C>;
    },
    toBag(statedFacts) {
      let bag: Record<string, unknown> | null = null;
      for (const [name, { instead }] of bagged) {
        const value: unknown = statedFacts[name];
        if (value !== instead && value !== null && value !== undefined) (bag ??= {})[name] = value;
      }
      return bag;
    },
    fromRow(row, stored) {
      const bag: Record<string, unknown> = (stored === null ? null : schema.parse(stored)) ?? NOTHING;
      const readFacts = { ...shape };
      for (const [name, { instead, isTime }] of columnFacts) {
        const value = (row as Record<string, unknown>)[name];
        readFacts[name] = value == null ? instead : isTime ? Number(value) : value;
      }
      for (const [name, { schema: of, instead }] of loose)
        if (readFacts[name] !== instead) readFacts[name] = of.catch(instead).parse(readFacts[name]);
      for (const [name, { instead }] of bagged) readFacts[name] = bag[name] ?? instead;
      return readFacts as Told<D>;
    },
  };
}

const NOTHING: Record<string, unknown> = {};

/** The schema of a bag. A field that is not what was declared, as another version may have written, is unknown. */
export function makeBagSchema<S extends Readonly<Record<string, z.ZodType>>>(shape: S) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, schema.optional().catch(undefined)]);
  return z
    .object(Object.fromEntries(fields) as { [Name in keyof S]: z.ZodCatch<z.ZodOptional<S[Name]>> })
    .nullable()
    .catch(null);
}

/** The fields of a bag as they are written: those that say something; `null` if none does. */
export function makeBag(fields: Readonly<Record<string, unknown>>): object | null {
  let bag: Record<string, unknown> | null = null;
  for (const name in fields) {
    const value = fields[name];
    if (value !== null && value !== undefined) (bag ??= {})[name] = value;
  }
  return bag;
}
