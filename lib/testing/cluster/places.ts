import { loadModule, parseSync } from "libpg-query";
import type { KeyKind, StatementPlace } from "@/lib/db/places";
import placement from "@/prisma/placement.json";
import type { Syntax } from "./syntax";
import { allOf, columnOf, conditionsOf, namesOf, partsOf, sidesOf, uncast, under, valueOf } from "./syntax";

/** What a statement says of its place; the parameters are not known of one that the client made for a model. */
export type SaidPlace =
  | Exclude<StatementPlace, object>
  | (Omit<StatementPlace & object, "parameters"> & { readonly parameters?: readonly number[] });

const KINDS: ReadonlyMap<string, KeyKind> = new Map([
  ...placement.bySession.map((table) => [table, "session"] as const),
  ...placement.byStream.map((table) => [table, "stream"] as const),
]);
const COLUMNS = { session: "session_id", stream: "stream_id" } as const;
/** It runs a statement on the node of the session that it is given first. */
const NODE_CALL = "write_on_node";
const ON_KEYS: readonly unknown[] = ["AEXPR_OP", "AEXPR_OP_ANY", "AEXPR_IN"];

/** Why a statement is not where it says; empty if it is. */
export async function complaintsAboutPlace(sql: string, said: SaidPlace | null): Promise<string[]> {
  await loadModule();
  const tree: unknown = parseSync(sql);
  // A transaction that the client makes for a model begins where the model is.
  if (allOf(tree, "TransactionStmt").length > 0) return [];
  const tables = [...new Set(tablesIn(tree))];
  const isCall = allOf(tree, "FuncCall").some(({ funcname }) => namesOf(funcname).at(-1) === NODE_CALL);
  if (said === null)
    return isCall || tables.length > 0
      ? [`is about ${tables.join(", ") || "a node"} and does not say where: lib/db/places.ts`]
      : [];
  if (isCall) return [];
  if (tables.length === 0) return ["says where its rows are, and is about none that are spread"];
  const open = openScopes(tree);
  const keys = new Set(tables.flatMap((table) => keysOf(tree, COLUMNS[KINDS.get(table) ?? "session"])));
  if (said === "everywhere")
    return open.length === 0 && keys.size > 0
      ? ["says it is everywhere, and names its keys: place it there"]
      : [];
  const others = tables.filter((table) => KINDS.get(table) !== said.of);
  return [
    ...others.map((table) => `says its keys are of a ${said.of}, and is about ${table}`),
    ...open.map((table) => `says its keys, and reads ${table} on every node`),
    ...(said.parameters ?? [])
      .filter((no) => !keys.has(no))
      .map((no) => `says $${no} is a key, and does not use it as one`),
  ];
}

/** The tables that are read without saying of which keys. */
function openScopes(tree: unknown): string[] {
  const scopes = ["SelectStmt", "UpdateStmt", "DeleteStmt"].flatMap((kind) => allOf(tree, kind));
  const correlated = new Set(allOf(tree, "SubLink").map(({ subselect }) => under(subselect, "SelectStmt")));
  return scopes.flatMap((scope) => {
    const tables = [
      ...allOf(scope.fromClause, "RangeVar", ["SelectStmt"]).map(({ relname }) => relname),
      ...(scope.relation === undefined ? [] : [under(scope, "relation").relname]),
    ]
      .map(String)
      .filter((name) => KINDS.has(name));
    const said = [...conditionsOf(scope.whereClause), ...joinsOf(scope.fromClause)];
    const isSaid = said.some((part) => saysKeys(part, correlated.has(scope)));
    return isSaid ? [] : tables;
  });
}

function saysKeys(part: Syntax, byColumn: boolean): boolean {
  const { boolop, args } = under(part, "BoolExpr");
  if (boolop === "OR_EXPR")
    return partsOf(args).every((one) => conditionsOf(one).some((each) => saysKeys(each, byColumn)));
  return isNever(part) || keyConditionOf(part, byColumn) !== null;
}

function joinsOf(from: unknown): Syntax[] {
  return allOf(from, "JoinExpr", ["SelectStmt"]).flatMap(({ quals }) => conditionsOf(quals));
}

/** `1=0`, by which the client says "of none of these". */
function isNever(part: Syntax): boolean {
  const values = (sidesOf(part) ?? []).map((side) => ("A_Const" in uncast(side) ? valueOf(side) : null));
  return values.length === 2 && !values.includes(null) && values[0] !== values[1];
}

/** The parameters that a key is compared with, or none for a column where that says the key too. */
function keyConditionOf(part: Syntax, byColumn: boolean): number[] | null {
  const { kind, name, lexpr, rexpr } = under(part, "A_Expr");
  if (!ON_KEYS.includes(kind) || namesOf(name)[0] !== "=") return null;
  for (const [column, value] of [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ]) {
    if (!Object.values<string>(COLUMNS).includes(columnOf(column).at(-1) ?? "")) continue;
    const numbers = parametersOf(value);
    if (numbers.length > 0) return numbers;
    if (byColumn && columnOf(value).length > 0) return [];
  }
  return null;
}

function parametersOf(value: unknown): number[] {
  const plain = uncast(value);
  if ("List" in plain) return partsOf(under(plain, "List").items).flatMap(parametersOf);
  if ("A_ArrayExpr" in plain) return partsOf(under(plain, "A_ArrayExpr").elements).flatMap(parametersOf);
  return "ParamRef" in plain ? [Number(under(plain, "ParamRef").number)] : [];
}

/** The parameters that are keys: a condition compares them with the column, or a row is made with them. */
function keysOf(tree: unknown, column: string): number[] {
  const compared = allOf(tree, "A_Expr").flatMap((part) => keyConditionOf({ A_Expr: part }, false) ?? []);
  const made = allOf(tree, "InsertStmt").flatMap((write) => {
    const at = partsOf(write.cols).findIndex((one) => under(one, "ResTarget").name === column);
    const select = under(under(write, "selectStmt"), "SelectStmt");
    const rows = Array.isArray(select.valuesLists)
      ? select.valuesLists.map((row) => partsOf(under(row, "List").items)[at])
      : [under(partsOf(select.targetList)[at], "ResTarget").val];
    return rows.flatMap(parametersOf);
  });
  return [...compared, ...made];
}

function tablesIn(tree: unknown): string[] {
  const parts = ["SelectStmt", "InsertStmt", "UpdateStmt", "DeleteStmt"].flatMap((kind) => allOf(tree, kind));
  return [...allOf(parts, "RangeVar"), ...allOf(parts, "relation")]
    .map(({ relname }) => String(relname ?? ""))
    .filter((name) => KINDS.has(name));
}
