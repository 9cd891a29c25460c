import type { StatedField } from "./fields";
import { isIdName } from "./fields";
import { areExclusive, isStateWord } from "./states";
import { numberOf, UNIT_CHARS } from "./statements";
import { canBeSameDay, dateOf, datesIn } from "./values/dates";
import { groupsAt, isGroupable, saysGrouped, withoutGroups } from "./values/grouped";
import { isForeign } from "./values/language";
import { isSameNumber } from "./values/measures";
import { readingsOf } from "./values/numbers";
import { placesIn, toneAt } from "./values/spelling";

const LINKS =
  /^(?: (?:is|was|are|were|remains|remained|now|still|currently|shows|reads|as|of|to|at|on|by|set|the|value)\b| ?[:=])* ?/;
const BESIDE_CHARS = 200;
const DATE_CHARS = 20;

/** Right behind the field's name; `null` where there is none, or the sentence does not name the field. */
export function valueAfterName(normal: string, field: StatedField, namesSubject: boolean): string | null {
  const { key, plain, subject } = field;
  const isThing = plain === subject && !isIdName(key);
  for (const at of placesIn(normal, key)) {
    if (toneAt(normal, at) === "supposed") continue;
    const after = normal.slice(at + key.length, at + key.length + BESIDE_CHARS);
    const isStated = /^ ?[:=]/.test(after);
    if (isThing && !isStated && !/^ (?:is|was|ist|est|es|è|é) /.test(after)) continue;
    const rest = subject === null ? after : after.replace(` ${subject}`, "");
    const other = otherStart(rest.replace(LINKS, ""), field, isStated && namesSubject);
    if (other !== null) return other;
  }
  return null;
}

function otherStart(rest: string, { key, plain, sort }: StatedField, isStated: boolean): string | null {
  if (sort === "number") {
    const [whole = "", written] = /^[$€£]?(\d+(?:[ .,]\d+)*)/.exec(rest) ?? [];
    if (written === undefined || readingsOf(written).length === 0) return null;
    const after = rest.slice(whole.length, whole.length + UNIT_CHARS);
    return isSameNumber(key, numberOf(plain), { written, after }) === false ? written : null;
  }
  if (sort === "name") {
    const [own, [date]] = [dateOf(plain), datesIn(rest.slice(0, DATE_CHARS))];
    if (own !== null && date?.at === 0)
      return canBeSameDay(own, date) ? null : rest.slice(0, DATE_CHARS).trim();
    if (isGroupable(plain)) return otherGroups(rest, plain);
    const written = rest.slice(0, plain.length);
    const isWhole = !/^[\p{L}\p{N}]/u.test(rest.slice(plain.length));
    return isWhole && written !== plain && shapeOf(written) === shapeOf(plain) ? written : null;
  }
  if (sort !== "state") return null;
  const [two, one] = /^(\p{L}+)(?: \p{L}+)?/u.exec(rest) ?? [];
  const known = [two, one].find((word) => word !== undefined && areExclusive(word, plain));
  if (known !== undefined || !isStated || isStateWord(plain) || isForeign(rest)) return known ?? null;
  const written = /^[\p{L} ]{2,40}/u.exec(rest)?.[0].trim() ?? "";
  const words = new Set(plain.split(" "));
  return written === "" || written.split(" ").some((word) => words.has(word)) ? null : written;
}

function otherGroups(rest: string, plain: string): string | null {
  const own = withoutGroups(plain);
  const written = groupsAt(rest, own.length);
  if (written === null || saysGrouped(written, plain)) return null;
  return shapeOf(withoutGroups(written)) === shapeOf(own) ? written.trim() : null;
}

/** Replaces digits and letters by their kind: "a 7731 xk" becomes "a 0000 aa". */
function shapeOf(plain: string): string {
  return plain.replace(/\d/g, "0").replace(/\p{L}/gu, "a");
}
