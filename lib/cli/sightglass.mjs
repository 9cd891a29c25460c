#!/usr/bin/env node
/** sightglass [COMMAND …]: the command of the npm package. Each is one of this folder's files; without one it starts. */
import fs from "node:fs";
import { formatCommand } from "./bootstrap/report.mjs";

const NOT_TYPED = new Set(["sightglass", "hook"]);
const commands = fs
  .readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".mjs"))
  .map((file) => file.slice(0, -".mjs".length))
  .filter((name) => !NOT_TYPED.has(name));
const [name = "start", ...args] = process.argv.slice(2);

if (commands.includes(name)) {
  process.argv.splice(2, process.argv.length, ...args);
  await import(`./${name}.mjs`);
} else {
  const isHelp = name === "--help" || name === "-h";
  const problem = isHelp ? "" : `There is no command "${name}".\n\n`;
  (isHelp ? process.stdout : process.stderr).write(formatCommand(`${problem}${writeUsage()}`));
  process.exitCode = isHelp ? 0 : 2;
}

/** The commands with what each says of itself. */
function writeUsage() {
  const width = Math.max(...commands.map((command) => command.length));
  const lines = commands.map((command) => `  ${command.padEnd(width)}  ${readAbout(command)}`);
  return `sightglass [COMMAND] [ARG…]\n\nWithout a command it starts. COMMAND --help says more.\n\n${lines.join("\n")}\n`;
}

/** The first sentence below the first line of its help. @param {string} command */
function readAbout(command) {
  const source = fs.readFileSync(`${import.meta.dirname}/${command}.mjs`, "utf8");
  const [, usage = ""] = source.split("USAGE = `", 2);
  const [, about = ""] = usage.split("\n\n", 2);
  const [text = ""] = about.split("`", 1);
  const end = text.search(/\.\s/);
  return (end < 0 ? text : text.slice(0, end + 1)).trim().replaceAll("\n", " ");
}
