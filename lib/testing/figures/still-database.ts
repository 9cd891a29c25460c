import type { Database } from "@/lib/db/client";

const WRITES = /\b(?:INSERT|UPDATE|DELETE|LOCK|FOR (?:UPDATE|SHARE))\b/;
const READING = new Set(["findFirst", "findUnique", "findMany", "count", "aggregate", "groupBy"]);

type Ask = (...args: readonly unknown[]) => PromiseLike<unknown>;

/**
 * A database that nobody changes meanwhile: each question is sent once, and its rows cannot be changed by who reads them. Writes
 * are sent as they are.
 */
export function makeStill(db: Database): Database {
  const answers = new Map<string, Promise<unknown>>();
  const askOnce = (ask: Ask, about: string, args: readonly unknown[]): Promise<unknown> => {
    const question = `${about} ${JSON.stringify(args, asText)}`;
    const known = answers.get(question) ?? Promise.resolve(ask(...args)).then(freezeDeep);
    answers.set(question, known);
    return known;
  };
  const models = new Map<string, object>();
  const makeModel = (name: string, model: object) =>
    new Proxy(model, {
      get: (target, method) => {
        const ask = Reflect.get(target, method) as unknown;
        if (typeof ask !== "function" || !READING.has(String(method))) return ask;
        return (...args: unknown[]) => askOnce(ask.bind(target) as Ask, `${name}.${String(method)}`, args);
      },
    });
  return new Proxy(db, {
    get: (target, name) => {
      const own = Reflect.get(target, name) as unknown;
      if (name === "$queryRawUnsafe")
        return (...args: unknown[]) =>
          WRITES.test(String(args[0])) ? (own as Ask)(...args) : askOnce(own as Ask, "sql", args);
      if (typeof name !== "string" || name.startsWith("$") || typeof own !== "object" || own === null)
        return own;
      const model = models.get(name) ?? makeModel(name, own);
      models.set(name, model);
      return model;
    },
  });
}

function asText(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? `${value}n` : value;
}

function freezeDeep(value: unknown): unknown {
  const isPlain =
    Array.isArray(value) || (value !== null && Object.getPrototypeOf(value) === Object.prototype);
  if (!isPlain || Object.isFrozen(value)) return value;
  Object.values(value as object).forEach(freezeDeep);
  return Object.freeze(value);
}
