import path from "node:path";

/** Prints the regular expressions that modules build while they are loaded: `node --import tsx print-built.ts FILE…`. */
interface Built {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const built: Built[] = [];

/** Without those of libraries. */
function ownFrames(stack = ""): string {
  return stack
    .split("\n")
    .filter((line) => !line.includes("node_modules"))
    .join("\n");
}

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, values, kind) {
    const pattern = Reflect.construct(target, values, kind) as RegExp;
    const [, file = ""] =
      /\/((?:lib|components|app)\/(?!testing\/)[^:]+):/.exec(ownFrames(new Error().stack)) ?? [];
    if (file !== "") built.push({ file, source: pattern.source, flags: pattern.flags });
    return pattern;
  },
});

for (const file of process.argv.slice(2)) await import(path.resolve(file));
process.stdout.write(JSON.stringify(built));
