import { loadBuiltin, hasFiles } from "./files";
import { readProgram } from "./program";

const INSTALLED = /[/\\]node_modules[/\\]/;

/** What a program is called, for sessions that name no agent: as its package says, else its file. */
export function findProgramName(): string | undefined {
  const { env, argv } = readProgram() ?? {};
  const script = argv?.[1] ?? "";
  const [file = ""] = script.split(/[/\\]/).slice(-1);
  const end = file.lastIndexOf(".");
  return (
    env?.npm_package_name ?? findPackageName(script) ?? ((end > 0 ? file.slice(0, end) : file) || undefined)
  );
}

const known = new Map<string, string | undefined>();

/** The name in the nearest package.json. A tool that is installed runs the program of the folder that it works in. */
function findPackageName(script: string): string | undefined {
  if (script === "" || !hasFiles()) return undefined;
  if (!known.has(script)) known.set(script, readNameAbove(script));
  return known.get(script);
}

function readNameAbove(script: string): string | undefined {
  const { dirname, join, resolve } = loadBuiltin("node:path");
  const start = INSTALLED.test(script) ? resolve(".") : dirname(resolve(script));
  for (let folder = start; ; folder = dirname(folder)) {
    const name = readName(join(folder, "package.json"));
    if (name !== null) return name;
    if (folder === dirname(folder)) return undefined;
  }
}

/** `undefined` where a package has no name, `null` where there is no package. */
function readName(file: string): string | undefined | null {
  try {
    const { name } = JSON.parse(loadBuiltin("node:fs").readFileSync(file, "utf8")) as { name?: unknown };
    return typeof name === "string" && name !== "" ? name : undefined;
  } catch {
    return null;
  }
}
