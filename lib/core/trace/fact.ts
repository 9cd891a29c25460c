import { z } from "zod";
import type { EpochMs } from "../units";

/**
 * Facts that a sender states, each declared once. Of `{ model: fact(nameSchema, "the model that was called") }` follow
 *
 *     in the event     model?: string          `makeStatedFields`
 *     in the domain    model: string | null    `told`, and back with `stated`
 *     in an answer     model: string | null    `makeAnsweredFields`, with the same description
 *
 * and its place in a stored row. A part is stated too, but becomes something else, such as a window.
 */
export type Declaration = Readonly<Record<string, AnyPart>>;

/** A part that an event states and that the fold turns into something else. */
interface Part<S extends z.ZodType> {
  readonly schema: S;
  readonly says: string;
}
type AnyPart = Part<z.ZodType> | AnyFact;

/** A fact that a thing states of itself. `instead` stands for it where its sender leaves it out. */
export interface DeclaredFact<
  S extends z.ZodType,
  Value,
  Instead,
  Time extends boolean = boolean,
> extends Part<S> {
  /** What it means that the fact is left out, as the end of a sentence. */
  readonly absent: string;
  readonly instead: Instead;
  readonly isTime: Time;
  /** The type of the value inside the program. Only the compiler reads it. */
  readonly value?: Value;
}
type AnyFact = DeclaredFact<z.ZodType, unknown, unknown>;

/** Facts of what stands inside an event: only an event's own times are read as such. */
export type TimelessDeclaration = Readonly<
  Record<string, Part<z.ZodType> | DeclaredFact<z.ZodType, unknown, unknown, false>>
>;

/**
 * Declares a fact.
 * @param absent what it means that the fact is left out, as the end of a sentence
 */
export function declareFact<S extends z.ZodType>(
  schema: S,
  says: string,
  absent = "where unknown",
): DeclaredFact<S, z.output<S>, null, false> {
  return { schema, says, absent, instead: null, isTime: false };
}

/** A fact that has a value also where its sender leaves it out. */
export function declareFactWithDefault<S extends z.ZodType, const Value extends z.output<S>>(
  schema: S,
  says: string,
  instead: Value,
): DeclaredFact<S, z.output<S>, Value, false> {
  return { schema, says, absent: `where it is \`${String(instead)}\``, instead, isTime: false };
}

/** A fact that is always stated. */
export function declareGivenFact<S extends z.ZodType>(
  schema: S,
  says: string,
): DeclaredFact<S, z.output<S>, undefined, false> {
  return { schema, says, absent: "nowhere", instead: undefined, isTime: false };
}

const instantSchema = z.iso.datetime({ offset: true });

/** A time: an ISO 8601 instant in events and answers, epoch milliseconds inside the program. */
export function declareTimeFact(
  says: string,
  absent = "where unknown",
): DeclaredFact<typeof instantSchema, EpochMs, null, true> {
  return { schema: instantSchema, says, absent, instead: null, isTime: true };
}

export function declarePart<S extends z.ZodType>(schema: S, says: string): Part<S> {
  return { schema, says };
}

export type FactName<D extends Declaration> = {
  [Name in keyof D]: D[Name] extends { readonly instead: unknown } ? Name & string : never;
}[keyof D];

export type TimeName<D extends Declaration> = {
  [Name in keyof D]: D[Name] extends { readonly isTime: true } ? Name & string : never;
}[keyof D];

type ValueOf<F> =
  F extends DeclaredFact<z.ZodType, infer Value, infer Instead> ? Value | Exclude<Instead, undefined> : never;

type GivenName<D extends Declaration> = {
  [Name in keyof D]: D[Name] extends { readonly instead: undefined } ? Name & string : never;
}[keyof D];

/** The facts of a declaration as the program holds them. */
export type Told<D extends Declaration> = { readonly [Name in FactName<D>]: ValueOf<D[Name]> };

/** The facts and parts as fields of an event's schema, in the order of their declaration. */
type StatementShape<D extends Declaration> = {
  -readonly [Name in keyof D]: z.ZodOptional<D[Name]["schema"]>;
};

type NullishShape<D extends Declaration> = {
  -readonly [Name in keyof D]: z.ZodOptional<z.ZodNullable<D[Name]["schema"]>>;
};

type AnswerShape<D extends Declaration> = {
  -readonly [Name in FactName<D>]: D[Name] extends { readonly instead: null }
    ? z.ZodNullable<D[Name]["schema"]>
    : D[Name]["schema"];
};

/** The facts of a declaration with their names. */
export function listDeclaredFacts<D extends Declaration>(
  declared: D,
): readonly (readonly [name: FactName<D>, fact: AnyFact])[] {
  return Object.entries(declared).flatMap(([name, part]) =>
    "instead" in part ? [[name as FactName<D>, part] as const] : [],
  );
}

/** Fields of an event's schema. */
export function makeStatedFields<D extends Declaration>(declared: D): StatementShape<D> {
  return makeShape(
    Object.entries(declared),
    (part) => part.schema.optional(),
    describeStated,
  ) as StatementShape<D>;
}

/** Fields of an event's schema whose sender may also write null for what it leaves out. */
export function makeNullishFields<D extends Declaration>(declared: D): NullishShape<D> {
  return makeShape(
    Object.entries(declared),
    (part) => part.schema.nullish(),
    describeStated,
  ) as NullishShape<D>;
}

function describeStated(part: AnyPart): string {
  return "instead" in part ? `${part.says}; left out ${part.absent}` : part.says;
}

/** Fields of an answer's schema. */
export function makeAnsweredFields<D extends Declaration>(declared: D): AnswerShape<D> {
  return makeShape(
    listDeclaredFacts(declared),
    ({ schema, instead }) => (instead === null ? schema.nullable() : schema),
    ({ says, absent, instead }) => (instead === null ? `${says}; null ${absent}` : says),
  ) as AnswerShape<D>;
}

function makeShape<P extends AnyPart>(
  entries: readonly (readonly [string, P])[],
  schemaOf: (part: P) => z.ZodType,
  sentenceOf: (part: P) => string,
): Record<string, z.ZodType> {
  return Object.fromEntries(entries.map(([name, part]) => [name, schemaOf(part).describe(sentenceOf(part))]));
}

/** What a sender states: the given facts, and any of the others. */
export type FactsStated<D extends Declaration> = {
  readonly [Name in GivenName<D>]: ValueOf<D[Name]>;
} & { readonly [Name in Exclude<FactName<D>, GivenName<D>>]?: ValueOf<D[Name]> | null | undefined };

/**
 * Makes a function that reads facts out of what states them. All that it returns have one shape, which is made once, because
 * turns are many.
 */
export function makeTeller<D extends Declaration>(declared: D): (from: FactsStated<D>) => Told<D> {
  const facts = listDeclaredFacts(declared).map(([name, { instead }]) => [name, instead] as const);
  const shape = Object.fromEntries(facts) as Record<string, unknown>;
  return (from) => {
    const values = from as Readonly<Record<string, unknown>>;
    const entryShape = { ...shape };
    for (const [name, instead] of facts) entryShape[name] = values[name] ?? instead;
    return entryShape as Told<D>;
  };
}

/** Makes a function that adds facts to a record that is being made. That is several times as fast as copying the record. */
export function makeFactAdder<D extends Declaration>(
  declared: D,
): <Made extends object>(record: Made, facts: Told<D>) => Made & Told<D> {
  const names = listDeclaredFacts(declared).map(([name]) => name);
  return (record, facts) => {
    const values = record as Record<string, unknown>;
    for (const name of names) values[name] = facts[name];
    return record as typeof record & Told<D>;
  };
}

/** Facts of a thing that become known one after the other. */
export type Learned<D extends Declaration> = { -readonly [Name in FactName<D>]: Told<D>[Name] };

/** Makes a function that adds what a later statement says to what is known. A fact that was stated before stays. */
export function makeLearner<D extends Declaration>(
  declared: D,
): (learned: Learned<D>, from: Partial<Record<FactName<D>, unknown>>) => void {
  const facts = listDeclaredFacts(declared).map(([name, { instead }]) => [name, instead] as const);
  return (learned, from) => {
    for (const [name, instead] of facts)
      if (learned[name] === instead) learned[name] = (from[name] ?? instead) as Told<D>[typeof name];
  };
}

type StatedAgain<D extends Declaration> = {
  -readonly [Name in FactName<D>]?: Exclude<ValueOf<D[Name]>, null>;
};

/** The facts as an event states them: those that differ from the value that stands for a fact that is left out. */
export function stateAgain<D extends Declaration>(declared: D, facts: Told<D>): StatedAgain<D> {
  return Object.fromEntries(
    listDeclaredFacts(declared).flatMap(([name, { instead }]) =>
      facts[name] === instead || facts[name] === null ? [] : [[name, facts[name]]],
    ),
  ) as StatedAgain<D>;
}

type Answered<D extends Declaration> = {
  readonly [Name in FactName<D>]: Name extends TimeName<D> ? string | null : ValueOf<D[Name]>;
};

/** Makes a function that gives facts as an answer has them: times as ISO 8601 text. */
export function makeAnswerer<D extends Declaration>(declared: D): (statedFacts: Told<D>) => Answered<D> {
  const facts = listDeclaredFacts(declared).map(([name, { isTime }]) => [name, isTime] as const);
  const shape = Object.fromEntries(facts.map(([name]) => [name, null])) as Record<string, unknown>;
  return (statedFacts) => {
    const answer = { ...shape };
    for (const [name, isTime] of facts) {
      const value: unknown = statedFacts[name];
      answer[name] = isTime && typeof value === "number" ? new Date(value).toISOString() : value;
    }
    return answer as Answered<D>;
  };
}
