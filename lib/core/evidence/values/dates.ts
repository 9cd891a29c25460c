const MONTHS: readonly string[] = [
  "jan ene gen janv",
  "feb fév fev febr",
  "mar mär mrt",
  "apr avr abr",
  "may mai mag mei mayo",
  "jun juin giu",
  "jul juil lug",
  "aug aoû ago août",
  "sep set",
  "oct okt ott out",
  "nov",
  "dec dez déc dic",
];

interface WrittenDate {
  readonly at: number;
  /** All days that the text can mean: 03/04 can be two days. The year is `null` where it is not given. */
  readonly readings: readonly (readonly [year: number | null, month: number, day: number])[];
}

const NUMERIC =
  /(?<![\d./])(\d{4})[ ./](\d{1,2})[ ./](\d{1,2})(?!\d)|(?<![\d./])(\d{1,2})[ ./](\d{1,2})[ ./](\d{4})(?!\d)/g;
const DAY_FIRST =
  /(?<!\d)(\d{1,2})(?:st|nd|rd|th)?(?: \.)? (?:of |de )?(\p{L}{3,10})\.?(?:,? (?:de |del )?(\d{4}))?(?!\d)/gu;
const MONTH_FIRST = /(?<!\p{L})(\p{L}{3,10})\.? (\d{1,2})(?:st|nd|rd|th)?(?:,? (\d{4}))?(?!\d)/gu;

/** The dates of a text, in any way of writing them. `normal` is in normal spelling. */
export function findDates(normal: string): WrittenDate[] {
  return [
    ...[...normal.matchAll(NUMERIC)].map(({ index: at, 1: y = "", 2: m, 3: d, 4: a, 5: b, 6: year }) => ({
      at,
      readings:
        y === ""
          ? ([
              [Number(year), Number(b), Number(a)],
              [Number(year), Number(a), Number(b)],
            ] as const)
          : ([[Number(y), Number(m), Number(d)]] as const),
    })),
    ...[...normal.matchAll(DAY_FIRST)].map(({ index: at, 1: day, 2: month, 3: year }) =>
      makeNamedDate(at, day, month, year),
    ),
    ...[...normal.matchAll(MONTH_FIRST)].map(({ index: at, 1: month, 2: day, 3: year }) =>
      makeNamedDate(at, day, month, year),
    ),
  ]
    .map(({ at, readings }) => ({
      at,
      readings: readings.filter(([, month, day]) => month >= 1 && month <= 12 && day >= 1 && day <= 31),
    }))
    .filter(({ readings }) => readings.length > 0);
}

function makeNamedDate(
  at: number,
  day: string | undefined,
  month = "",
  year: string | undefined,
): WrittenDate {
  const number = MONTHS.findIndex((names) => names.split(" ").some((name) => month.startsWith(name))) + 1;
  return { at, readings: [[year === undefined ? null : Number(year), number, Number(day)]] };
}

const WHOLE =
  /^\d{4}[ ./]\d{1,2}[ ./]\d{1,2}(?:$|[t ]\d)|^\d{1,2}[ ./]\d{1,2}[ ./]\d{4}$|^\p{L}{3,10}\.? \d{1,2}.{0,8}$|^\d{1,2}.{0,6}\p{L}{3,10}.{0,8}$/u;

/** The date of a value that is only a date, with or without a time; else `null`. `plain` is in normal spelling. */
export function parseDate(plain: string): WrittenDate | null {
  if (!WHOLE.test(plain)) return null;
  const [date, ...otherDates] = findDates(plain);
  return date !== undefined && otherDates.length === 0 ? date : null;
}

export function canBeSameDay(a: WrittenDate, b: WrittenDate): boolean {
  return a.readings.some(([year, month, day]) =>
    b.readings.some(
      ([otherYear, otherMonth, otherDay]) =>
        month === otherMonth &&
        day === otherDay &&
        (year === null || otherYear === null || year === otherYear),
    ),
  );
}

/** The days that a text names, without ambiguous ones: "2026-03-04". */
export function findDays(normal: string): string[] {
  return findDates(normal).flatMap(({ readings: [first, ...otherReadings] }) => {
    if (first === undefined || otherReadings.length > 0 || first[0] === null) return [];
    const [year, month, day] = first;
    return [`${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`];
  });
}
