/**
 * A reporter of vitest that keeps the errors that belong to no test: a rejection that nobody awaited, a process that
 * ended. They fail the run, and the JSON report does not name them.
 */
import fs from "node:fs";

/** Where the errors of a run lie. @param {string} report path of the JSON report */
export function runErrorsFile(report) {
  return `${report}.errors`;
}

export default class RunErrors {
  /** @type {string | undefined} */
  #file;

  /** @param {{ config: { outputFile?: string | Record<string, string> } }} vitest */
  onInit({ config: { outputFile } }) {
    if (typeof outputFile === "object" && outputFile.json !== undefined)
      this.#file = runErrorsFile(outputFile.json);
  }

  /** @param {unknown} _modules @param {readonly { name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string }[]} errors */
  onTestRunEnd(_modules, errors) {
    if (this.#file === undefined || errors.length === 0) return;
    fs.writeFileSync(this.#file, JSON.stringify(errors.map(describeError)));
  }
}

/** @param {{ name?: string, message?: string, stack?: string, VITEST_TEST_PATH?: string }} error */
function describeError({ name, message, stack, VITEST_TEST_PATH: file }) {
  const place = stack
    ?.split("\n")
    .find((line) => line.trim().startsWith("at ") && !line.includes("node_modules"));
  return [file && `${file}:`, name && `${name}:`, message ?? "", place?.trim()].filter(Boolean).join(" ");
}
