import { ENDPOINTS } from "../endpoints";

/** A declared path that a path is of, and what stands in place of its parameters. */
export interface FoundRoute {
  readonly template: string;
  readonly params: Readonly<Record<string, string>>;
}

/** Fixed parts of a path come before its parameters, as `{` comes after every letter. */
const TEMPLATES = [...new Set(ENDPOINTS.map(({ path }) => path))].sort().map((template) => ({
  template,
  pattern: new RegExp(`^${template.replaceAll(/\{\w+\}/g, "([^/]+)")}$`),
  names: [...template.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name),
}));

/** @returns the parameters as they were sent; `null` for a path that no endpoint declares */
export function findRoute(pathname: string): FoundRoute | null {
  for (const { template, pattern, names } of TEMPLATES) {
    const values = pattern.exec(pathname)?.slice(1);
    if (values !== undefined)
      return { template, params: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""])) };
  }
  return null;
}
