import type { EpochMs } from "../units";

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
const MONTH =
  "(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)";
const CLOCK =
  /[T ,]\s{0,2}(?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?\s?(am|pm)?\s?(Z|[A-Z]{2,4}\b|[+-]\d{2}(?::?\d{2})?)?/i;
/** Hours from UTC of the abbreviations that mean one zone to most writers. */
const ZONES: Readonly<Record<string, number>> = {
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  jst: 9,
};

interface DateParts {
  readonly year: number;
  /** The month, from 1. */
  readonly month: number;
  readonly day: number | null;
  readonly days?: number;
  readonly months?: number;
}

interface DateForm {
  readonly pattern: RegExp;
  readonly read: (groups: readonly string[]) => readonly DateParts[];
}

/** The forms of a date, the clearest first. Groups that did not match are empty. */
const FORMS: readonly DateForm[] = [
  {
    pattern: /\b(\d{4})-?W(\d{2})(?:-?([1-7]))?\b/i,
    read: ([year, week, day]) => [convertWeek(Number(year), Number(week), Number(day))],
  },
  {
    pattern: /\b(?:q([1-4])[ /-]{0,2}(\d{4})|(\d{4})[ /-]{0,2}q([1-4]))\b/i,
    read: ([a, yearA, yearB, b]) => [
      { year: Number(yearA || yearB), month: (Number(a || b) - 1) * 3 + 1, day: null, months: 3 },
    ],
  },
  {
    pattern: /\b(\d{4})年\s?(\d{1,2})月(?:\s?(\d{1,2})日)?/,
    read: ([year, month, day]) => [makeDateParts(year, month, day)],
  },
  {
    pattern: /\b(\d{4})([-/.])(\d{1,2})(?:\2(\d{1,2}))?(?!\d)/,
    read: ([year, , month, day]) => [makeDateParts(year, month, day)],
  },
  {
    pattern: /\b(20\d{2})(\d{2})(\d{2})(?!\d)/,
    read: ([year, month, day]) => [makeDateParts(year, month, day)],
  },
  {
    pattern: /\b(\d{4})-(\d{3})(?!\d)/,
    read: ([year, day]) => [{ year: Number(year), month: 1, day: Number(day) }],
  },
  {
    pattern: /\b(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d{2})(?![\d-/.])/,
    read: ([a, , b, year]) => [makeDateParts(expandYear(year), b, a), makeDateParts(expandYear(year), a, b)],
  },
  {
    pattern: new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th)?\\.?[ -](?:of )?${MONTH}\\.?,?[ -](\\d{4})\\b`, "i"),
    read: ([day, month, year]) => [makeDateParts(year, String(parseMonth(month)), day)],
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\.? (\\d{1,2})(?:st|nd|rd|th)?,? (\\d{4})\\b`, "i"),
    read: ([month, day, year]) => [makeDateParts(year, String(parseMonth(month)), day)],
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\.? (\\d{1,2}) \\d{2}:\\d{2}:\\d{2} (?:[A-Z]{3,4} )?(\\d{4})\\b`, "i"),
    read: ([month, day, year]) => [makeDateParts(year, String(parseMonth(month)), day)],
  },
  {
    pattern: new RegExp(`\\b${MONTH}\\.?,? (\\d{4})\\b`, "i"),
    read: ([month, year]) => [makeDateParts(year, String(parseMonth(month)), "")],
  },
  {
    pattern: /^(?:the )?(?:end of )?(?:the )?(?:year )?(20\d{2})$/i,
    read: ([year]) => [{ year: Number(year), month: 1, day: null, months: 12 }],
  },
];

/**
 * The instant at which a written date ends, in UTC unless it names a zone. A day ends with the day, and a week, month,
 * quarter or year with its last day; an instant is its own end. If day and month can be swapped, the later reading
 * counts. `null` if the text is not a date.
 */
export function endOfDate(text: string): EpochMs | null {
  const writtenDate = text.trim().slice(0, 100);
  if (/^\d{10}(?:\.\d{1,6})?$/.test(writtenDate)) return Number(writtenDate) * SECOND;
  if (/^\d{13}$/.test(writtenDate)) return Number(writtenDate);
  for (const { pattern, read } of FORMS) {
    const match = pattern.exec(writtenDate);
    if (match === null) continue;
    const clock = CLOCK.exec(writtenDate.slice(match.index + match[0].length).slice(0, 40));
    const time = clock !== null && clock.index <= 1 ? parseTime(clock) : null;
    const ends = read(match.slice(1).map((group: string | undefined) => group ?? "")).flatMap((parts) =>
      endOf(parts, time),
    );
    return ends.length === 0 ? null : Math.max(...ends);
  }
  return null;
}

function endOf({ year, month, day, days = 1, months = 1 }: DateParts, time: number | null): EpochMs[] {
  if (month < 1 || month > 12) return [];
  if (day === null) return [Date.UTC(year, month - 1 + months, 1)];
  if (day < 1 || (month > 1 && day > 31) || day > 366) return [];
  return [Date.UTC(year, month - 1, day) + (time ?? days * DAY)];
}

function makeDateParts(
  year: string | undefined,
  month: string | undefined,
  day: string | undefined,
): DateParts {
  return {
    year: Number(year),
    month: Number(month),
    day: day === undefined || day === "" ? null : Number(day),
  };
}

function convertWeek(year: number, week: number, day: number): DateParts {
  const fourth = new Date(Date.UTC(year, 0, 4));
  const monday = 4 - ((fourth.getUTCDay() + 6) % 7) + (week - 1) * 7;
  const date = new Date(Date.UTC(year, 0, monday + (day === 0 ? 0 : day - 1)));
  return {
    year: date.getUTCFullYear(),
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    days: day === 0 ? 7 : 1,
  };
}

function expandYear(year = ""): string {
  return year.length === 2 ? `20${year}` : year;
}

function parseMonth(name = ""): number {
  return MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

function parseTime([, hours = "0", minutes = "0", seconds = "0", half, zone = ""]: RegExpExecArray): number {
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
  const [, sign, offHours = "0", offMinutes = "0"] = /^([+-])(\d{2})(?::?(\d{2}))?$/.exec(zone) ?? [];
  const zoneOffset = sign === undefined ? (ZONES[zone.toLowerCase()] ?? 0) * HOUR : 0;
  const offset =
    zoneOffset + (Number(offHours) * HOUR + Number(offMinutes) * MINUTE) * (sign === "-" ? -1 : 1);
  return hour * HOUR + Number(minutes) * MINUTE + Number(seconds) * SECOND - offset;
}
