import path from "node:path";

/** Prints the regular expressions that modules build while they are loaded: `node --import tsx print-built.ts FILE…`. */
interface Built {
  readonly file: string;
  readonly source: string;
  readonly flags: string;
}

const built: Built[] = [];
let file = "";

globalThis.RegExp = new Proxy(RegExp, {
  construct(target, values, kind) {
    const pattern = Reflect.construct(target, values, kind) as RegExp;
    built.push({ file, source: pattern.source, flags: pattern.flags });
    return pattern;
  },
});

for (const one of process.argv.slice(2)) {
  file = one;
  await import(path.resolve(one));
}
process.stdout.write(JSON.stringify(built));
