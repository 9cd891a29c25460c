import { describeDue, listLeaves } from "./leaves";

/** npm run leaves: what has not been checked for a year against what it follows, or never was. */
const today = new Date().toISOString().slice(0, 10);
process.stdout.write(`${describeDue(listLeaves(), today).join("\n")}\n`);
