import type { Syntax } from "./syntax";
import { allOf, columnOf, conditionsOf, isSyntax, namesOf, partsOf, sidesOf, under, valueOf } from "./syntax";

interface Spread {
  readonly table: string;
  readonly alias: string;
  readonly key: string;
}

/** Joins of rows that may be on different nodes, because the query does not say that their keys are equal. */
export function looseJoins(select: Syntax, keys: ReadonlyMap<string, string>): string[] {
  const outer = partsOf(select.fromClause).flatMap((item) => spreadIn(item, keys));
  const said = [...joinConditions(select.fromClause), ...conditionsOf(select.whereClause)];
  const using = new Set(
    allOf(select.fromClause, "JoinExpr", ["RangeSubselect"]).flatMap((join) => namesOf(join.usingClause)),
  );
  const found = loose(outer, said, using);
  for (const link of allOf([select.whereClause, select.targetList, select.fromClause], "SubLink", [
    "SelectStmt",
  ])) {
    const inner = under(link.subselect, "SelectStmt");
    const within = partsOf(inner.fromClause).flatMap((item) => spreadIn(item, keys));
    if (within.length === 0 || outer.length === 0 || !refersTo(inner, outer)) continue;
    found.push(
      ...loose(
        [...outer, ...within],
        [...said, ...joinConditions(inner.fromClause), ...conditionsOf(inner.whereClause)],
        using,
      ),
    );
  }
  return found;
}

function loose(tables: readonly Spread[], said: readonly Syntax[], using: ReadonlySet<string>): string[] {
  const [first, ...others] = tables;
  if (first === undefined || others.length === 0) return [];
  const group = new Map(tables.map(({ alias }) => [alias, alias]));
  const rootOf = (name: string): string => {
    const up = group.get(name) ?? name;
    return up === name ? name : rootOf(up);
  };
  const join = (a: string, b: string) => group.set(rootOf(a), rootOf(b));
  for (const condition of said) {
    const sides = sidesOf(condition);
    if (sides === null) continue;
    const [left, right] = sides.map((side) => keyOf(side, tables) ?? valueOf(side));
    if (left != null && right != null) join(left, right);
  }
  for (const { alias, key } of others) if (using.has(key) && key === first.key) join(alias, first.alias);
  const apart = others.filter(({ alias }) => rootOf(alias) !== rootOf(first.alias));
  return apart.map(
    ({ table }) =>
      `joins ${first.table} with ${table} by something else than their key: read one, then the other`,
  );
}

function keyOf(side: unknown, tables: readonly Spread[]): string | null {
  const names = columnOf(side);
  const name = names.at(-1);
  const alias = names.at(-2);
  const table = tables.find(
    (one) => (alias === undefined ? tables.length === 1 : one.alias === alias) && one.key === name,
  );
  return table?.alias ?? null;
}

function joinConditions(from: unknown): Syntax[] {
  return allOf(from, "JoinExpr", ["RangeSubselect"]).flatMap(({ quals }) => conditionsOf(quals));
}

function spreadIn(item: unknown, keys: ReadonlyMap<string, string>): Spread[] {
  return allOf(item, "RangeVar", ["RangeSubselect", "SubLink"]).flatMap((table) => {
    const name = String(table.relname ?? "");
    const key = keys.get(name);
    const alias = under(table, "alias").aliasname;
    return key === undefined ? [] : [{ table: name, alias: typeof alias === "string" ? alias : name, key }];
  });
}

function refersTo(inner: unknown, outer: readonly Spread[]): boolean {
  return allOf(inner, "ColumnRef").some(({ fields }) => {
    const alias = isSyntax(fields) || Array.isArray(fields) ? namesOf(fields).at(-2) : undefined;
    return outer.some((table) => table.alias === alias);
  });
}
