/** A part of a parsed statement in the form of PostgreSQL's own parser: `{ Kind: { fields } }`. */
export type Syntax = { readonly [name: string]: unknown };

export function isSyntax(value: unknown): value is Syntax {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function partsOf(value: unknown): Syntax[] {
  if (Array.isArray(value)) return value.filter(isSyntax);
  return isSyntax(value) ? [value] : [];
}

export function under(part: unknown, name: string): Syntax {
  const value = isSyntax(part) ? part[name] : undefined;
  return isSyntax(value) ? value : {};
}

/** Every part of a kind in a value, at any depth. Parts of a kind in `closed` are not searched. */
export function allOf(value: unknown, kind: string, closed: readonly string[] = []): Syntax[] {
  if (Array.isArray(value)) return value.flatMap((item) => allOf(item, kind, closed));
  if (!isSyntax(value)) return [];
  return Object.entries(value).flatMap(([name, inner]) => [
    ...(name === kind && isSyntax(inner) ? [inner] : []),
    ...(closed.includes(name) ? [] : allOf(inner, kind, closed)),
  ]);
}

/** The name itself is last. */
export function namesOf(fields: unknown): string[] {
  return partsOf(fields).flatMap((field) => {
    const name = under(field, "String").sval;
    return typeof name === "string" ? [name] : [];
  });
}

export function columnOf(expression: unknown): string[] {
  return isSyntax(expression) && "ColumnRef" in expression
    ? namesOf(under(expression, "ColumnRef").fields)
    : [];
}

export function uncast(expression: unknown): Syntax {
  if (!isSyntax(expression)) return {};
  return "TypeCast" in expression ? uncast(under(expression, "TypeCast").arg) : expression;
}

/** The name of the single value of an expression, the same for all rows; `null` if it has none. */
export function valueOf(expression: unknown): string | null {
  const plain = uncast(expression);
  if ("ParamRef" in plain) return `$${String(under(plain, "ParamRef").number)}`;
  return "A_Const" in plain ? JSON.stringify(plain) : null;
}

/** The conditions that must all hold for a condition to hold. */
export function conditionsOf(condition: unknown): Syntax[] {
  if (!isSyntax(condition)) return [];
  const both = under(condition, "BoolExpr");
  return both.boolop === "AND_EXPR" ? partsOf(both.args).flatMap(conditionsOf) : [condition];
}

export function sidesOf(condition: unknown): readonly [unknown, unknown] | null {
  const { kind, name, lexpr, rexpr } = under(condition, "A_Expr");
  return kind === "AEXPR_OP" && namesOf(name)[0] === "=" ? [lexpr, rexpr] : null;
}
