import { loadModule, parseSync } from "libpg-query";
import { ON_ONE_SERVER } from "@/lib/db/nodes";
import placement from "@/prisma/placement.json";
import { listEqualRowComplaints } from "./equal-rows";
import { looseJoins } from "./joins";
import type { Syntax } from "./syntax";
import { allOf, columnOf, conditionsOf, isSyntax, partsOf, sidesOf, under, valueOf } from "./syntax";

const KEYS = new Map([
  ...placement.bySession.map((table) => [table, "session_id"] as const),
  ...placement.byStream.map((table) => [table, "stream_id"] as const),
]);
const SPREAD: ReadonlySet<string> = new Set(KEYS.keys());
const COPIED = new Set(placement.everywhere);
const OURS = new Set([...KEYS.keys(), ...COPIED, ...placement.coordinator]);
/** A writer of rows of these tables holds the lock of their stream, which is a row on the coordinator. */
const LOCKED_ELSEWHERE = new Set(placement.byStream);
const OF_THE_MOMENT = new Set([
  "now",
  "clock_timestamp",
  "statement_timestamp",
  "transaction_timestamp",
  "timeofday",
  "random",
  "gen_random_uuid",
  "uuidv4",
  "uuidv7",
  "nextval",
  "txid_current",
  "pg_current_xact_id",
]);
const WRITES = ["InsertStmt", "UpdateStmt", "DeleteStmt"] as const;

/**
 * The tables of a statement that it reads on all nodes, because it does not say of which keys. A statement of one session
 * is to have none: another node may be away.
 */
export async function readOnAllNodes(sql: string): Promise<string[]> {
  await loadModule();
  return allOf(parseSync(sql), "SelectStmt").flatMap((select) => {
    const spread = tablesIn(select.fromClause).filter(({ name }) => KEYS.has(name));
    const saysKeys = spread.some(({ name }) => namesKeys(select, KEYS.get(name)));
    return saysKeys ? [] : spread.map(({ name }) => name);
  });
}

function namesKeys(select: Syntax, key: string | undefined): boolean {
  return allOf([select.whereClause, select.fromClause], "A_Expr").some((part) =>
    [part.lexpr, part.rexpr].some((side) => columnOf(side).at(-1) === key),
  );
}

/** Why a statement would run differently on a cluster than on one server; empty if it would not, or is never sent to one. */
export async function complaintsAbout(sql: string): Promise<string[]> {
  if (sql.includes(ON_ONE_SERVER)) return [];
  await loadModule();
  const tree = parseSync(sql);
  const selects = allOf(tree, "SelectStmt");
  return [
    ...new Set([
      ...WRITES.flatMap((kind) => allOf(tree, kind).flatMap((write) => aboutWrite(kind, write, tree))),
      ...selects.flatMap(aboutSelect),
      ...answersOf(tree).flatMap(aboutOrder),
      ...selects.flatMap((select) => looseJoins(select, KEYS)),
      ...listEqualRowComplaints(tree, SPREAD),
    ]),
  ];
}

function aboutSelect(select: Syntax): string[] {
  const tables = tablesIn(select.fromClause);
  const spread = tables.filter(({ name }) => KEYS.has(name));
  const found: string[] = [];
  if (
    select.withClause !== undefined &&
    under(select, "withClause").recursive === true &&
    tablesIn(select).some(({ name }) => KEYS.has(name))
  )
    found.push("goes down a tree over nodes: read it level by level");
  if (select.lockingClause !== undefined)
    for (const { name } of spread)
      if (!hasOneKey(select.whereClause, KEYS.get(name)))
        found.push(`locks several keys of ${name}: one after the other, in order`);
  const isOuter = allOf(select.fromClause, "JoinExpr", ["SelectStmt"]).some(
    ({ jointype, larg, rarg }) =>
      jointype !== "JOIN_INNER" && [larg, rarg].some((side) => allOf(side, "RangeFunction").length > 0),
  );
  for (const { name } of isOuter ? spread : [])
    if (!hasOneKey(select.whereClause, KEYS.get(name)))
      found.push(
        `joins ${name} with given rows by an outer join, which asks every node: give them as values`,
      );
  return found;
}

function answersOf(tree: unknown): Syntax[] {
  return allOf(tree, "SelectStmt", ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"]);
}

/** Groups come from the nodes in an order that differs each time, and sums of them differ with it. */
function aboutOrder(select: Syntax): string[] {
  const grouped = tablesIn(select.fromClause).filter(({ name }) => KEYS.has(name));
  if (grouped.length === 0 || select.groupClause === undefined) return [];
  const isOrdered = partsOf(select.sortClause).some(
    (by) => allOf(by, "ColumnRef", ["FuncCall"]).length > 0 || allOf(by, "A_Const", ["FuncCall"]).length > 0,
  );
  return isOrdered ? [] : [`gives groups of ${grouped[0]?.name} in no order: order them by what makes them`];
}

function aboutWrite(kind: (typeof WRITES)[number], write: Syntax, tree: unknown): string[] {
  const table = String(under(write, "relation").relname ?? "");
  if (!OURS.has(table)) return [];
  const key = KEYS.get(table);
  const found: string[] = [];
  const moments = momentsIn(write);
  if (moments.length > 0) found.push(`a write has ${moments.join(", ")}: give it as a parameter`);
  if (key === undefined && tablesIn(tree).some(({ name }) => KEYS.has(name)) && kind !== "InsertStmt")
    found.push(`changes ${table} by what is spread over nodes: read first`);
  if (
    COPIED.has(table) &&
    tablesIn([write.selectStmt, write.fromClause, write.whereClause]).some(({ name }) => KEYS.has(name))
  )
    found.push(`changes ${table}, which is on every node, by what is spread over them: read first`);
  if (key === undefined) return found;
  if (kind !== "InsertStmt" && !hasOneKey(write.whereClause, key))
    found.push(`changes several keys of ${table}: one a statement`);
  if (kind === "InsertStmt" && !insertsOneKey(write, key) && replaces(write) && !LOCKED_ELSEWHERE.has(table))
    found.push(`replaces rows of several keys of ${table}: one a statement`);
  if (["TypeCast", "FuncCall"].some((worked) => allOf(write.returningClause, worked, ["SubLink"]).length > 0))
    found.push(`gives back what is worked out from rows of ${table}: give back columns`);
  return [...found, ...untyped(write, table)];
}

/** What a statement calls for a value that differs each time. */
export function momentsIn(write: unknown): string[] {
  const calls = allOf(write, "FuncCall").flatMap(({ funcname }) =>
    partsOf(funcname)
      .map((name) => String(under(name, "String").sval))
      .filter((name) => OF_THE_MOMENT.has(name)),
  );
  return [...calls, ...allOf(write, "SQLValueFunction").map(({ op }) => String(op))];
}

function replaces(write: Syntax): boolean {
  return under(write, "onConflictClause").action === "ONCONFLICT_UPDATE";
}

function insertsOneKey(write: Syntax, key: string): boolean {
  const place = partsOf(write.cols).findIndex((column) => under(column, "ResTarget").name === key);
  const select = under(under(write, "selectStmt"), "SelectStmt");
  if (Array.isArray(select.valuesLists)) return select.valuesLists.length === 1;
  const target = partsOf(select.targetList)[place];
  return target !== undefined && valueOf(under(target, "ResTarget").val) !== null;
}

function hasOneKey(condition: unknown, key: string | undefined): boolean {
  return conditionsOf(condition).some((part) => {
    const sides = sidesOf(part);
    if (sides === null) return false;
    const [left, right] = sides;
    return (
      (columnOf(left).at(-1) === key && valueOf(right) !== null) ||
      (columnOf(right).at(-1) === key && valueOf(left) !== null)
    );
  });
}

/** Parameters inside expressions without a stated type. A node would have to guess it. */
function untyped(write: Syntax, table: string): string[] {
  const inside = [
    ...allOf(write, "CaseExpr"),
    ...allOf(write, "FuncCall"),
    ...allOf(write, "MinMaxExpr"),
    ...allOf(write, "CoalesceExpr"),
  ];
  return inside.some((part) => allOf(part, "ParamRef", ["TypeCast"]).length > 0)
    ? [`does not say of which type a parameter is that goes to the nodes of ${table}: write $1::type`]
    : [];
}

function tablesIn(part: unknown): { readonly name: string }[] {
  return allOf(part, "RangeVar")
    .concat(isSyntax(part) ? allOf(part, "relation") : [])
    .map(({ relname }) => ({ name: String(relname ?? "") }));
}
