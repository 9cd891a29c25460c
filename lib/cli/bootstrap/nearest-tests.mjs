/** Which quick tests a change can break, the nearest first. Of `a.ts ← b.ts ← b.test.ts` the test is two steps away from `a.ts`. */
import fs from "node:fs";
import path from "node:path";
import { ROOT } from "./project.mjs";

/** Tests over whole sets of sessions, over many random cases, or with another program. `npm test` runs them, `npm run check` does not. */
const LONG = [
  /\.property\.test\.ts$/,
  /\/corpus\//,
  /\/(?:cut|disk|exported|mutated|session)-files\.test\.ts$/,
  /\/(?:captures|conformance|corpus|every-record|false-hits|fuzz|growing-[\w-]*|hostile-text|many-fields)\.test\.ts$/,
  /\/(?:native-events|own-policy|injected|package-conformance|recall|recorded|stateless|swe-agent-[\w-]*|tokenizer)\.test\.ts$/,
  /^lib\/cli\/[^/]*\.test\.ts$/,
  /^lib\/client\/(?:package|python|spool|types)\.test\.ts$/,
  /\/(?:align|archive|mixed-paths)\.test\.ts$/,
];

const FOLDERS = ["lib", "components", "app", "bench", "prisma", "examples"];
const MODULE = /\.(?:tsx?|mts|mjs|json)$/;
const TEST = /\.test\.ts$/;
const OF_DATABASE = /\.db\.test\.ts$/;
/** What only tests read. */
const TESTING = /\.test\.ts$|^lib\/testing\//;
const STATEMENT = /^(?:import|export) (type )?/;
const NAMED = /\b(?:from |import\(|import |doMock\()["']([^"']+)["']/;
const CODE = /\.(?:tsx?|mts|mjs)$/;
const ENDINGS = ["", ".ts", ".tsx", ".mts", ".mjs", ".json", "/index.ts", "/index.tsx"];
/** A test of which no run is known yet is taken to last so long, in ms. */
const UNKNOWN_MS = 300;

/**
 * @param {readonly string[]} changed paths below the root
 * @param {{ budgetMs: number, durations: Readonly<Record<string, number>> }} limits how long tests may take together that do not
 *   import a changed file themselves, and how long each took
 * @returns {{ tests: string[], further: number } | null} `null` where any test may break
 */
export function nearestTests(changed, { budgetMs, durations }) {
  const texts = new Map(FOLDERS.flatMap(listModules).map((file) => [file, readText(file)]));
  const importers = mapImporters(texts);
  const begins = new Set();
  for (const file of changed) {
    if (!file.includes("/") && !file.endsWith(".md")) return null;
    begins.add(file);
    if (!CODE.test(file)) for (const reader of findReaders(file, texts)) begins.add(reader);
  }
  const steps = countSteps(begins, importers);
  const estimateMs = (/** @type {string} */ test) => durations[test] ?? UNKNOWN_MS;
  const reached = [...steps]
    .filter(([file]) => TEST.test(file) && !OF_DATABASE.test(file) && !isLong(file))
    .sort(([a, near], [b, far]) => near - far || estimateMs(a) - estimateMs(b));
  let left = budgetMs;
  const tests = reached.flatMap(([file, step]) => {
    if (step > 1 && estimateMs(file) > left) return [];
    if (step > 1) left -= estimateMs(file);
    return [file];
  });
  return { tests, further: reached.length - tests.length };
}

/** @param {string} test */
function isLong(test) {
  return LONG.some((pattern) => pattern.test(test));
}

/** @returns {string[]} */
export function listLongTests() {
  return FOLDERS.flatMap(listModules).filter((file) => TEST.test(file) && isLong(file));
}

/**
 * Tests and their fixtures that read a document or a sample. They name it or the folder that it is in. Sessions that tests make up
 * name documents too: what reads one names its path, or opens files and has its name, or lists its folder.
 * @param {string} file @param {ReadonlyMap<string, string>} texts
 */
function findReaders(file, texts) {
  const folder = path.dirname(file);
  const name = path.basename(file);
  const folders = folder === "." ? [] : [`${folder}/`, `"${folder}"`];
  const quoted = [`"${folder}"`, `"${folder}/`, `\`${folder}/`];
  const isNamed = (/** @type {string} */ text) => [name, ...folders].some((part) => text.includes(part));
  const isDocumentRead = (/** @type {string} */ text) =>
    (text.includes("node:fs") && text.includes(name)) ||
    (folder !== "." &&
      (text.includes(file) || (text.includes("readdir") && quoted.some((part) => text.includes(part)))));
  const isReading = file.endsWith(".md") ? isDocumentRead : isNamed;
  return [...texts].flatMap(([reader, text]) => (TESTING.test(reader) && isReading(text) ? [reader] : []));
}

/** By file, the files that import it. @param {ReadonlyMap<string, string>} texts @returns {Map<string, string[]>} */
function mapImporters(texts) {
  /** @type {Map<string, string[]>} */
  const importers = new Map();
  for (const [file, text] of texts)
    for (const name of listImportedNames(text)) {
      const target = resolveImport(file, name, texts);
      if (target === undefined) continue;
      const known = importers.get(target);
      if (known === undefined) importers.set(target, [file]);
      else known.push(file);
    }
  return importers;
}

/** What a module imports besides types: a type breaks no test, the compiler says what it breaks. @param {string} text */
function* listImportedNames(text) {
  let isType = false;
  for (const line of text.split("\n")) {
    const begun = STATEMENT.exec(line);
    if (begun !== null) isType = begun[1] !== undefined;
    const name = NAMED.exec(line)?.[1];
    if (name !== undefined && !isType) yield name;
  }
}

/** @param {string} file @param {string} name as an import has it @param {ReadonlyMap<string, string>} texts */
function resolveImport(file, name, texts) {
  const target = name.startsWith("@/") ? name.slice(2) : path.join(path.dirname(file), name);
  if (!name.startsWith("@/") && !name.startsWith(".")) return undefined;
  const ending = ENDINGS.find((one) => texts.has(target + one));
  return ending === undefined ? undefined : target + ending;
}

/** @param {Iterable<string>} begins @param {ReadonlyMap<string, string[]>} importers @returns {Map<string, number>} */
function countSteps(begins, importers) {
  const steps = new Map([...begins].map((file) => [file, 0]));
  for (const [file, step] of steps)
    for (const importer of importers.get(file) ?? []) if (!steps.has(importer)) steps.set(importer, step + 1);
  return steps;
}

/** @param {string} folder @returns {string[]} */
function listModules(folder) {
  return fs
    .readdirSync(path.join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && MODULE.test(entry.name))
    .map((entry) => path.relative(ROOT, path.join(entry.parentPath, entry.name)));
}

/** @param {string} file */
function readText(file) {
  return CODE.test(file) ? fs.readFileSync(path.join(ROOT, file), "utf8") : "";
}
