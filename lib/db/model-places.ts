import { AsyncLocalStorage } from "node:async_hooks";
import type { Database } from "./database";
import type { KeyKind, Place } from "./places";
import { SESSION_TABLES, STREAM_TABLES } from "./spread-tables";

/** The place of what a model is asked for, while its statements are sent: the client makes these itself. */
const shared = globalThis as { sightglassModelPlace?: AsyncLocalStorage<Place> };
const ofModel = (shared.sightglassModelPlace ??= new AsyncLocalStorage<Place>());

export function findPlaceOfModel(): Place | null {
  return ofModel.getStore() ?? null;
}

const KINDS: ReadonlyMap<string, KeyKind> = new Map([
  ...SESSION_TABLES.map((table) => [nameModel(table), "session"] as const),
  ...STREAM_TABLES.map((table) => [nameModel(table), "stream"] as const),
]);
const FIELDS = { session: "sessionId", stream: "streamId" } as const;

function nameModel(table: string): string {
  return table.replaceAll("_", "");
}

/** The kind of key by which the rows of a model are spread; `undefined` where they are on the coordinator, or on every node. */
export function findKeyKind(model: string): KeyKind | undefined {
  return KINDS.get(model.toLowerCase());
}

/** A client whose models say where the rows are that they are asked for. */
export function placeModels(client: Database): Database {
  const placing = client.$extends({
    query: {
      $allModels: {
        $allOperations: ({ model, operation, args, query }) => {
          // The client gathers these from everywhere and sends them together.
          if (operation.startsWith("findUnique") && findKeyKind(model) !== undefined)
            throw new Error(`ask for a ${model} with findFirst`);
          return askAtPlace(model, args, query);
        },
      },
    },
  });
  return placing as unknown as Database;
}

/** Asks for a model, and says where the rows are. */
export function askAtPlace<A extends object, T>(
  model: string,
  args: A,
  ask: (args: A) => Promise<T>,
): Promise<T> {
  const kind = findKeyKind(model);
  if (kind === undefined) return ask(args);
  const keys = listKeys(args, FIELDS[kind]);
  return ofModel.run(keys === null ? "everywhere" : { of: kind, keys }, async () => ask(args));
}

interface Asked {
  readonly where?: unknown;
  readonly create?: unknown;
  readonly data?: unknown;
}

/** The keys that a model is asked for, or whose rows are made; `null` where that is not said. */
function listKeys({ where, create, data }: Asked, field: string): string[] | null {
  if (where !== undefined) return findKeysIn(where, field);
  const rowKeys = [create ?? data].flat().map((row) => findKeysIn(row, field));
  return rowKeys.every((keys) => keys !== null) ? rowKeys.flat() : null;
}

/** The keys that a condition says; `null` where rows of any key may fit. */
function findKeysIn(where: unknown, field: string): string[] | null {
  if (typeof where !== "object" || where === null) return null;
  for (const [name, condition] of Object.entries(where)) {
    const keys = findKeysAsked(name, condition, field);
    if (keys !== null) return keys;
  }
  return null;
}

/**
 * The keys that a condition asks for. All parts of it must hold, so one of them says the keys. A key of several columns is named
 * after them.
 */
function findKeysAsked(name: string, condition: unknown, field: string): string[] | null {
  if (name === field) return listAsked(condition);
  if (name.startsWith(`${field}_`)) return findKeysIn(condition, field);
  const parts = [condition].flat().map((part) => findKeysIn(part, field));
  if (name === "AND") return parts.find((keys) => keys !== null) ?? null;
  return name === "OR" && parts.every((keys) => keys !== null) ? parts.flat() : null;
}

function listAsked(condition: unknown): string[] | null {
  if (typeof condition === "string") return [condition];
  const { equals, in: keyList } = (condition ?? {}) as { readonly equals?: unknown; readonly in?: unknown };
  if (typeof equals === "string") return [equals];
  return Array.isArray(keyList) ? keyList.filter((key) => typeof key === "string") : null;
}
