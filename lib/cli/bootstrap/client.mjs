import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import ts from "typescript";
import { ROOT } from "./project.mjs";

const SOURCES = path.join(ROOT, "lib/client");
export const CLIENT_FOLDER = path.join(ROOT, "public/client");
const PYTHON = "sightglass.py";
const ARCHIVE = "sightglass.tgz";
const BLOCK = 512;

/**
 * Writes the libraries of lib/client to where the app serves them. The same sources give the same bytes.
 * @param {string} [folder]
 */
export function buildClient(folder = CLIENT_FOLDER) {
  fs.mkdirSync(folder, { recursive: true });
  writeIfOther(path.join(folder, ARCHIVE), tarball(packageFiles()));
  writeIfOther(path.join(folder, PYTHON), fs.readFileSync(path.join(SOURCES, PYTHON)));
}

/** The files of the package, by name. @returns {Map<string, string>} */
function packageFiles() {
  const { version, license } = JSON.parse(fs.readFileSync(path.join(ROOT, "package.json"), "utf8"));
  const manifest = {
    name: "sightglass",
    version,
    description: "Records what an agent sends and gets, and answers what it asks.",
    license,
    type: "module",
    engines: { node: ">=20" },
    sideEffects: false,
    bin: { sightglass: "./cli.js" },
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
    },
  };
  const files = new Map([
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    ["LICENSE", fs.readFileSync(path.join(ROOT, "LICENSE"), "utf8")],
  ]);
  for (const name of fs.readdirSync(SOURCES).sort()) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const source = fs.readFileSync(path.join(SOURCES, name), "utf8");
    const base = name.slice(0, -".ts".length);
    files.set(`${base}.js`, compiled(source, name, "js"));
    files.set(`${base}.d.ts`, compiled(source, name, "d.ts"));
  }
  return files;
}

/** @param {string} source @param {string} fileName @param {"js" | "d.ts"} what */
function compiled(source, fileName, what) {
  const compilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    isolatedDeclarations: what === "d.ts",
    declaration: what === "d.ts",
    verbatimModuleSyntax: true,
  };
  const { outputText, diagnostics = [] } =
    what === "js"
      ? ts.transpileModule(source, { fileName, compilerOptions, reportDiagnostics: true })
      : ts.transpileDeclaration(source, { fileName, compilerOptions, reportDiagnostics: true });
  const [first] = diagnostics;
  if (first !== undefined)
    throw new Error(`${fileName}: ${ts.flattenDiagnosticMessageText(first.messageText, "\n")}`);
  return outputText.replace(/(from |import\()"(\.\/[\w-]+)"/g, '$1"$2.js"');
}

/** A gzipped tar archive as npm takes it. @param {Map<string, string>} files */
function tarball(files) {
  const parts = [...files].flatMap(([name, text]) => {
    const body = Buffer.from(text);
    const padding = Buffer.alloc((BLOCK - (body.length % BLOCK)) % BLOCK);
    return [header(`package/${name}`, body.length), body, padding];
  });
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 9 });
}

/** The header of one file in a ustar archive. @param {string} name @param {number} size */
function header(name, size) {
  const block = Buffer.alloc(BLOCK);
  const octal = (/** @type {number} */ value, /** @type {number} */ digits) =>
    value.toString(8).padStart(digits, "0");
  block.write(name, 0);
  block.write(`${octal(0o644, 7)}\0`, 100);
  block.write(`${octal(0, 7)}\0`, 108);
  block.write(`${octal(0, 7)}\0`, 116);
  block.write(`${octal(size, 11)}\0`, 124);
  block.write(`${octal(0, 11)}\0`, 136);
  block.write("        ", 148);
  block.write("0", 156);
  block.write("ustar\0" + "00", 257);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return block;
}

/** @param {string} file @param {Buffer} bytes */
function writeIfOther(file, bytes) {
  const isSame = fs.existsSync(file) && digest(fs.readFileSync(file)) === digest(bytes);
  if (!isSame) fs.writeFileSync(file, bytes);
}

/** @param {Buffer} bytes */
function digest(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
