import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import ts from "typescript";
import { makeTarball, makeZip } from "./archives.mjs";
import { ROOT } from "./report.mjs";

const SOURCES = path.join(ROOT, "lib/client");
export const CLIENT_FOLDER = path.join(ROOT, "public/client");
const PYTHON = "sightglass.py";
/** Files whose names have a version. */
const OF_A_VERSION = /^sightglass-.*\.(?:whl|tar\.gz)$/;
const ABOUT = "Records what an agent sends and gets, and answers what it asks.";

/**
 * Writes the libraries of lib/client to where the app serves them: for npm an archive, for Python a wheel, an archive of its
 * sources, the module itself, and a page that leads pip to them. The same sources give the same bytes.
 * @param {string} [folder]
 */
export function buildClient(folder = CLIENT_FOLDER) {
  const { version, license } = JSON.parse(readRootFile("package.json"));
  const about = { version, license };
  const wheel = `sightglass-${version}-py3-none-any.whl`;
  const sources = `sightglass-${version}.tar.gz`;
  /** @type {[string, string | Buffer][]} */
  const files = [
    ["sightglass.tgz", makeTarball("package", buildPackageFiles(about))],
    [PYTHON, readClientFile(PYTHON)],
    [wheel, makeZip(buildWheelFiles(about))],
    [sources, makeTarball(`sightglass-${version}`, buildSourceFiles(about))],
    ["index.html", writeLinks([wheel, sources])],
  ];
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, content] of files) writeIfOther(path.join(folder, name), Buffer.from(content));
  const written = new Set(files.map(([name]) => name));
  for (const name of fs.readdirSync(folder))
    if (OF_A_VERSION.test(name) && !written.has(name)) fs.rmSync(path.join(folder, name));
}

/** @param {string} name */
const readClientFile = (name) => fs.readFileSync(path.join(SOURCES, name), "utf8");
/** @param {string} name */
const readRootFile = (name) => fs.readFileSync(path.join(ROOT, name), "utf8");

/**
 * @typedef {{ version: string, license: string }} About
 * @param {About} about @returns {Map<string, string>} the files of the npm package, by name
 */
function buildPackageFiles({ version, license }) {
  const manifest = {
    name: "@sightglass/client",
    version,
    description: ABOUT,
    license,
    type: "module",
    engines: { node: ">=20" },
    sideEffects: ["./auto.js"],
    bin: { "sightglass-client": "./cli.js" },
    types: "./index.d.ts",
    exports: {
      ".": { types: "./index.d.ts", default: "./index.js" },
      "./auto": { types: "./auto.d.ts", default: "./auto.js" },
    },
  };
  const files = new Map([
    ["package.json", `${JSON.stringify(manifest, null, 2)}\n`],
    ["README.md", readClientFile("published/npm.md")],
    ["CHANGELOG.md", readRootFile("CHANGELOG.md")],
    ["LICENSE", readRootFile("LICENSE")],
  ]);
  for (const name of fs.readdirSync(SOURCES).sort()) {
    if (!name.endsWith(".ts") || name.endsWith(".test.ts")) continue;
    const base = name.slice(0, -".ts".length);
    files.set(`${base}.js`, compileSource(readClientFile(name), name, "js"));
    files.set(`${base}.d.ts`, compileSource(readClientFile(name), name, "d.ts"));
  }
  return files;
}

/** The metadata of the Python package. @param {About} about */
function writeMetadata({ version, license }) {
  return [
    "Metadata-Version: 2.4",
    "Name: sightglass",
    `Version: ${version}`,
    `Summary: ${ABOUT}`,
    `License-Expression: ${license}`,
    "License-File: LICENSE",
    "Requires-Python: >=3.9",
    "Description-Content-Type: text/markdown",
    "",
    readClientFile("published/python.md"),
  ].join("\n");
}

/** @param {About} about @returns {Map<string, string>} */
function buildWheelFiles(about) {
  const info = `sightglass-${about.version}.dist-info`;
  const files = new Map([
    [PYTHON, readClientFile(PYTHON)],
    [`${info}/METADATA`, writeMetadata(about)],
    [
      `${info}/WHEEL`,
      "Wheel-Version: 1.0\nGenerator: sightglass\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    ],
    [`${info}/licenses/LICENSE`, readRootFile("LICENSE")],
    [`${info}/licenses/CHANGELOG.md`, readRootFile("CHANGELOG.md")],
  ]);
  const records = [...files].map(([name, text]) => {
    const hash = createHash("sha256").update(text).digest("base64url");
    return `${name},sha256=${hash},${Buffer.byteLength(text)}`;
  });
  return files.set(`${info}/RECORD`, `${[...records, `${info}/RECORD,,`].join("\n")}\n`);
}

/** @param {About} about @returns {Map<string, string>} */
function buildSourceFiles(about) {
  const project = [
    "[build-system]",
    'requires = ["setuptools>=77"]',
    'build-backend = "setuptools.build_meta"',
    "",
    "[project]",
    'name = "sightglass"',
    `version = "${about.version}"`,
    `description = "${ABOUT}"`,
    'readme = "README.md"',
    `license = "${about.license}"`,
    'license-files = ["LICENSE"]',
    'requires-python = ">=3.9"',
    "",
    "[tool.setuptools]",
    'py-modules = ["sightglass"]',
    "",
  ];
  return new Map([
    ["PKG-INFO", writeMetadata(about)],
    ["pyproject.toml", project.join("\n")],
    [PYTHON, readClientFile(PYTHON)],
    ["README.md", readClientFile("published/python.md")],
    ["CHANGELOG.md", readRootFile("CHANGELOG.md")],
    ["LICENSE", readRootFile("LICENSE")],
  ]);
}

/** A page of links, as `pip install --find-links` reads it. @param {string[]} names */
function writeLinks(names) {
  const links = names.map((name) => `<a href="${name}">${name}</a><br>`);
  return `<!doctype html>\n<title>sightglass</title>\n${links.join("\n")}\n`;
}

/** @param {string} source @param {string} fileName @param {"js" | "d.ts"} what */
function compileSource(source, fileName, what) {
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

/** @param {string} file @param {Buffer} bytes */
function writeIfOther(file, bytes) {
  const isSame = fs.existsSync(file) && computeDigest(fs.readFileSync(file)) === computeDigest(bytes);
  if (!isSame) fs.writeFileSync(file, bytes);
}

/** @param {Buffer} bytes */
function computeDigest(bytes) {
  return createHash("sha256").update(bytes).digest("hex");
}
