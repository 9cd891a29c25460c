import { readFileSync } from "node:fs";
import type { Syntax } from "./syntax";
import { allOf, columnOf, conditionsOf, partsOf, sidesOf, under, valueOf } from "./syntax";

/** By table, the lists of columns of which no two rows have the same values. */
const UNIQUE = readUniqueColumns(readFileSync("prisma/schema.prisma", "utf8"));

function readUniqueColumns(schema: string): ReadonlyMap<string, readonly (readonly string[])[]> {
  const tables = new Map<string, string[][]>();
  for (const [, body = ""] of schema.matchAll(/^model \w+ \{\n(.*?)^\}/gms)) {
    const lines = body.split("\n").map((line) => line.trim());
    const columns = new Map(
      lines.flatMap((line) => {
        const [, field = "", rest = ""] = /^(\w+)\s(.*)/.exec(line) ?? [];
        return field === "" ? [] : [[field, /@map\("(\w+)"\)/.exec(rest)?.[1] ?? field] as const];
      }),
    );
    const table = /@@map\("(\w+)"\)/.exec(body)?.[1] ?? "";
    const unique = lines.flatMap((line) => {
      const named =
        /^@@(?:id|unique)\(\[([^\]]+)\]/.exec(line)?.[1] ?? /^(\w+)\s.*(?:@id|@unique)\b/.exec(line)?.[1];
      return named === undefined
        ? []
        : [named.split(",").map((field) => columns.get(field.trim()) ?? field.trim())];
    });
    tables.set(table, unique);
  }
  return tables;
}

/**
 * Where a statement takes the first of equal rows that may come from several nodes, and its order does not tell them apart: others
 * come first each time. What asks only whether or how many there are is left alone, and so is what the client asks for without an
 * order, which is any row.
 * @param spread the tables whose rows are on several nodes
 */
export function listEqualRowComplaints(tree: unknown, spread: ReadonlySet<string>): string[] {
  return allOf(tree, "SelectStmt").flatMap((select) => {
    if (select.limitCount === undefined || !givesColumns(select)) return [];
    const tables = allOf(select.fromClause, "RangeVar", ["SelectStmt"]).filter(({ relname }) =>
      spread.has(String(relname)),
    );
    const isOrdered = partsOf(select.sortClause).length > 0;
    if (!isOrdered && tables.every(isOfClient)) return [];
    if (select.groupClause !== undefined || select.distinctClause !== undefined)
      return isOrdered ? [] : ["takes the first of groups in no order"];
    const named = new Set([...listOrder(select), ...listFixed(select)]);
    return tables.flatMap(({ relname }) => {
      const unique = UNIQUE.get(String(relname)) ?? [];
      const isTold = unique.some((columns) => columns.every((one) => named.has(one)));
      return isTold
        ? []
        : [
            `takes the first rows of ${String(relname)} in an order that leaves some equal: end it with its key`,
          ];
    });
  });
}

/** The client names the schema of each table. */
function isOfClient({ schemaname }: Syntax): boolean {
  return schemaname !== undefined;
}

/** Whether a statement answers with more than constants and counts. */
function givesColumns(select: Syntax): boolean {
  return allOf(select.targetList, "ColumnRef").length > 0;
}

function listOrder(select: Syntax): string[] {
  return partsOf(select.sortClause).flatMap((by) =>
    allOf(by, "ColumnRef", ["FuncCall"]).map((column) => columnOf({ ColumnRef: column }).at(-1) ?? ""),
  );
}

/** Columns that are compared with one value, or with a column that is. */
function listFixed(select: Syntax): string[] {
  const joins = allOf(select.fromClause, "JoinExpr", ["SelectStmt"]);
  const conditions = [select.whereClause, ...joins.map(({ quals }) => quals)].flatMap(conditionsOf);
  const using = joins.flatMap(({ usingClause }) =>
    partsOf(usingClause).map((name) => String(under(name, "String").sval)),
  );
  const fixed = conditions.flatMap((condition) => {
    const [left, right] = sidesOf(condition) ?? [];
    const [a, b] = [columnOf(left).at(-1), columnOf(right).at(-1)];
    if (a !== undefined && valueOf(right) !== null) return [a];
    if (b !== undefined && valueOf(left) !== null) return [b];
    // One of a pair of columns of two tables.
    return a !== undefined && b !== undefined ? [a, b] : [];
  });
  return [...fixed, ...using];
}
