import type { EpochMs } from "../units";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Months and years are taken at their longest, so that an expired memory is expired by any count. */
const UNITS: readonly (readonly [RegExp, number])[] = [
  [/^(?:ms|msecs?|millis|milliseconds?)$/, 1],
  [/^(?:s|secs?|seconds?)$/, SECOND],
  [/^(?:m|mins?|minutes?)$/, MINUTE],
  [/^(?:h|hrs?|hours?)$/, HOUR],
  [/^(?:d|days?)$/, DAY],
  [/^(?:w|wks?|weeks?)$/, 7 * DAY],
  [/^(?:mo|mos|mons?|months?)$/, 31 * DAY],
  [/^(?:q|quarters?)$/, 92 * DAY],
  [/^(?:y|yrs?|years?)$/, 366 * DAY],
];
const NUMBERS: Readonly<Record<string, number>> = {
  a: 1,
  an: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  twelve: 12,
};
const ISO_DURATION =
  /^P(?:(\d{1,6}(?:\.\d{1,6})?)Y)?(?:(\d{1,6}(?:\.\d{1,6})?)M)?(?:(\d{1,6}(?:\.\d{1,6})?)W)?(?:(\d{1,6}(?:\.\d{1,6})?)D)?(?:T(?:(\d{1,6}(?:\.\d{1,6})?)H)?(?:(\d{1,6}(?:\.\d{1,6})?)M)?(?:(\d{1,9}(?:\.\d{1,6})?)S)?)?$/i;
const ISO_UNITS = [366 * DAY, 31 * DAY, 7 * DAY, DAY, HOUR, MINUTE, SECOND];
const PARTS = /(\d{1,12}(?:\.\d{1,6})?|\b[a-z]{1,6})\s{0,2}[-_]?\s{0,2}([a-z]{1,12})(?![a-z])/gi;

/**
 * A duration in milliseconds: `30d`, `PT1H`, `1h30m`, `two weeks`, `90 minutes`, `1:30:00`. `unit` applies to a bare
 * number. `null` if the text is not a duration.
 */
export function durationIn(text: string, unit: number = SECOND): number | null {
  const given = text.trim();
  if (/^\d{1,12}(?:\.\d{1,6})?$/.test(given)) return Number(given) * unit;
  const iso = ISO_DURATION.exec(given);
  if (iso !== null && given.length > 2)
    return ISO_UNITS.reduce((sum, length, i) => sum + Number(iso[i + 1] ?? 0) * length, 0);
  const clock = /^(\d{1,3}):([0-5]\d):([0-5]\d)$/.exec(given);
  if (clock !== null) return Number(clock[1]) * HOUR + Number(clock[2]) * MINUTE + Number(clock[3]) * SECOND;
  let sum: number | null = null;
  for (const [, number = "", word = ""] of given.matchAll(PARTS)) {
    const count = NUMBERS[number.toLowerCase()] ?? Number(number);
    const length = UNITS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1];
    if (length !== undefined && Number.isFinite(count)) sum = (sum ?? 0) + count * length;
  }
  return sum;
}

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const CLOCK =
  /[T ,]\s{0,2}(?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(am|pm)?\s?(Z|UTC|GMT|[+-]\d{2}:?\d{2})?/i;
const YEAR_FIRST = /\b(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?!\d)/;
const COMPACT = /\b(20\d{2})(\d{2})(\d{2})(?!\d)/;
const YEAR_LAST = /\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\b/;
const DAY_MONTH = new RegExp(
  `\\b(\\d{1,2})(?:st|nd|rd|th)?\\.?[ -](?:of )?${MONTH}\\.?,?[ -](\\d{4})\\b`,
  "i",
);
const MONTH_DAY = new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "i");
const MONTH_YEAR = new RegExp(`\\b${MONTH}\\.?,? (\\d{4})\\b`, "i");

/** The possible readings of a date, and where its text ends. `day` is `null` if the text gives only a month. */
interface ReadDate {
  readonly dates: readonly { readonly year: number; readonly month: number; readonly day: number | null }[];
  readonly end: number;
}

/**
 * The instant at which a written date ends, in UTC unless it names a zone. A day ends with the day and a month with the
 * month; an instant is its own end. If day and month can be swapped, the later reading counts. `null` if the text is
 * not a date.
 */
export function endOfDate(text: string): EpochMs | null {
  const given = text.trim().slice(0, 100);
  if (/^\d{10}(?:\.\d{1,6})?$/.test(given)) return Number(given) * SECOND;
  if (/^\d{13}$/.test(given)) return Number(given);
  const read = readDate(given);
  if (read === null) return null;
  const clock = CLOCK.exec(given.slice(read.end, read.end + 40));
  const isClock = clock !== null && clock.index <= 1;
  const ends = read.dates.flatMap(({ year, month, day }) => {
    if (month < 1 || month > 12 || (day !== null && (day < 1 || day > 31))) return [];
    if (day === null) return [Date.UTC(year, month, 1)];
    return [Date.UTC(year, month - 1, day) + (isClock ? timeOf(clock) : DAY)];
  });
  return ends.length === 0 ? null : Math.max(...ends);
}

function readDate(text: string): ReadDate | null {
  const found = (match: RegExpExecArray, dates: ReadDate["dates"]): ReadDate => ({
    dates,
    end: match.index + match[0].length,
  });
  const first = YEAR_FIRST.exec(text) ?? COMPACT.exec(text);
  if (first !== null) {
    const [month, day] = first.length > 4 ? [first[3], first[4]] : [first[2], first[3]];
    return found(first, [
      { year: Number(first[1]), month: Number(month), day: day === undefined ? null : Number(day) },
    ]);
  }
  const last = YEAR_LAST.exec(text);
  if (last !== null) {
    const [a, b, year] = [Number(last[1]), Number(last[3]), Number(last[4])];
    return found(last, [
      { year, month: b, day: a },
      { year, month: a, day: b },
    ]);
  }
  const named = DAY_MONTH.exec(text);
  if (named !== null)
    return found(named, [{ year: Number(named[3]), month: monthOf(named[2]), day: Number(named[1]) }]);
  const turned = MONTH_DAY.exec(text);
  if (turned !== null)
    return found(turned, [{ year: Number(turned[3]), month: monthOf(turned[1]), day: Number(turned[2]) }]);
  const month = MONTH_YEAR.exec(text);
  return month === null
    ? null
    : found(month, [{ year: Number(month[2]), month: monthOf(month[1]), day: null }]);
}

function monthOf(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function timeOf([, hours = "0", minutes = "0", seconds = "0", half, zone]: RegExpExecArray): number {
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  const [, sign, offHours = "0", offMinutes = "0"] = /^([+-])(\d{2}):?(\d{2})$/.exec(zone ?? "") ?? [];
  const offset = (Number(offHours) * HOUR + Number(offMinutes) * MINUTE) * (sign === "-" ? -1 : 1);
  return (
    hour * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND - (sign === undefined ? 0 : offset)
  );
}
