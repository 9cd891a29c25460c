import type { ChildProcess } from "node:child_process";

/**
 * The matching output.
 * @throws Error when the program stops, or does not print it within `withinMs`
 */
export function printed(child: ChildProcess, wanted: RegExp, withinMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = "";
    const timer = setTimeout(() => reject(new Error(`the program did not start:\n${output}`)), withinMs);
    child.once("exit", () => reject(new Error(`the program stopped:\n${output}`)));
    child.stdout?.on("data", (chunk) => {
      output += String(chunk);
      const found = wanted.exec(output)?.[0];
      if (found === undefined) return;
      clearTimeout(timer);
      resolve(found);
    });
  });
}
