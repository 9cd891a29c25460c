/** What a hook says of tool results that cost much for as long as they stand in the window. */
import fs from "node:fs";

/** The shortest interval between two questions. */
const ASK_MS = 30_000;

/** @typedef {{ at: number, told: Record<string, number> }} Note when was asked, and at what cost a result was told of */
/**
 * @typedef {object} Carried
 * @property {string} blockId
 * @property {string} source
 * @property {string | null} label
 * @property {string | null} toolName
 * @property {number} tokens
 * @property {number} enteredTurn
 * @property {number} cost
 * @property {number} costAfterLastUse
 */

/** Whether it is time to ask again. Notes the question. @param {string} file of notes @param {number} now */
export function isTimeToAsk(file, now) {
  const note = readNote(file);
  if (now - note.at < ASK_MS) return false;
  writeNote(file, { ...note, at: now });
  return true;
}

/**
 * The dearest result that costs at least `from` and is told of for the first time, or again because its cost has doubled.
 * @param {unknown} bill an answer of the endpoint of costs @param {number} from @param {string} file of notes
 * @returns {string | null}
 */
export function findDearResult(bill, from, file) {
  const { currency, carried } = /** @type {{ currency?: unknown, carried?: Carried[] | null }} */ (
    bill ?? {}
  );
  if (typeof currency !== "string" || !Array.isArray(carried)) return null;
  const note = readNote(file);
  const found = carried
    .filter(({ source, cost }) => source === "tool_result" && cost >= from)
    .find(({ blockId, cost }) => cost >= 2 * (note.told[blockId] ?? 0));
  if (found === undefined) return null;
  writeNote(file, { ...note, told: { ...note.told, [found.blockId]: found.cost } });
  return describeResult(found, currency);
}

/** @param {Carried} result @param {string} currency */
function describeResult({ toolName, label, tokens, enteredTurn, cost, costAfterLastUse }, currency) {
  const formatMoney = (/** @type {number} */ value) =>
    new Intl.NumberFormat("en-US", { style: "currency", currency }).format(value);
  const named = [toolName, label].filter(Boolean).join(" ");
  const since =
    costAfterLastUse > cost / 2
      ? `, ${formatMoney(costAfterLastUse)} of it since it was last used, as far as is known`
      : "";
  return `Sightglass: the result of ${named === "" ? "a tool" : named} at turn ${enteredTurn} (${new Intl.NumberFormat("en-US").format(tokens)} tokens) has cost ${formatMoney(cost)} so far${since}. Each call pays for it again while it stands in the window.`;
}

/** @param {string} file @returns {Note} */
function readNote(file) {
  try {
    const { at, told } = JSON.parse(fs.readFileSync(file, "utf8"));
    return { at: Number(at) || 0, told: typeof told === "object" && told !== null ? told : {} };
  } catch {
    return { at: 0, told: {} };
  }
}

/** @param {string} file @param {Note} note */
function writeNote(file, note) {
  fs.rmSync(file, { force: true });
  fs.writeFileSync(file, JSON.stringify(note), { flag: "wx", mode: 0o600 });
}
