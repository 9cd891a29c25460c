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
  [/^(?:fortnights?)$/, 14 * DAY],
  [/^(?:mo|mos|mons?|months?)$/, 31 * DAY],
  [/^(?:q|quarters?)$/, 92 * DAY],
  [/^(?:y|yrs?|years?)$/, 366 * DAY],
];
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ["half", 0.5],
  ["a", 1],
  ["an", 1],
  ["couple", 2],
  ["few", 3],
  ..."zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen"
    .split(" ")
    .map((word, i) => [word, i] as const),
  ..."twenty thirty forty fifty sixty seventy eighty ninety"
    .split(" ")
    .map((word, i) => [word, 20 + 10 * i] as const),
]);
const ISO_DURATION =
  /^P(?:(\d{1,6}(?:\.\d{1,6})?)Y)?(?:(\d{1,6}(?:\.\d{1,6})?)M)?(?:(\d{1,6}(?:\.\d{1,6})?)W)?(?:(\d{1,6}(?:\.\d{1,6})?)D)?(?:T(?:(\d{1,6}(?:\.\d{1,6})?)H)?(?:(\d{1,6}(?:\.\d{1,6})?)M)?(?:(\d{1,9}(?:\.\d{1,6})?)S)?)?$/i;
const ISO_UNITS = [366 * DAY, 31 * DAY, 7 * DAY, DAY, HOUR, MINUTE, SECOND];
const PARTS = /(\d{1,12}(?:\.\d{1,6})?|\b[a-z]{1,9})\s{0,2}[-_]?\s{0,2}([a-z]{1,12})(?![a-z])/gi;
const CLOCK = /^(\d{1,4}):([0-5]\d)(?::([0-5]\d)(?:\.\d{1,9})?)?$/;

/**
 * A duration in milliseconds: `30d`, `PT1H`, `1h30m`, `two weeks`, `half a day`, `5 business days`, `1:30:00`,
 * `3 days, 4:00:00`. `unit` applies to a bare number. `null` if the text is not a duration.
 */
export function parseDuration(text: string, unit: number = SECOND): number | null {
  const writtenText = normaliseNumbers(text);
  if (/^\d{1,12}(?:\.\d{1,6})?$/.test(writtenText)) return Number(writtenText) * unit;
  const iso = ISO_DURATION.exec(writtenText);
  if (iso !== null && writtenText.length > 2)
    return ISO_UNITS.reduce((sum, length, i) => sum + Number(iso[i + 1] ?? 0) * length, 0);
  const clock = parseClock(writtenText);
  if (clock !== null) return clock;
  const [words = "", rest] = writtenText.split(", ");
  return sumOfParts(writtenText, rest === undefined || !/\d\s?[a-z]/i.test(words) ? null : parseClock(rest));
}

function sumOfParts(writtenText: string, start: number | null): number | null {
  let sum = start;
  for (const [, number = "", word = ""] of writtenText.matchAll(PARTS)) {
    const count = NUMBERS.get(number.toLowerCase()) ?? Number(number);
    const length = UNITS.find(([pattern]) => pattern.test(word.toLowerCase()))?.[1];
    if (length !== undefined && Number.isFinite(count)) sum = (sum ?? 0) + count * length;
  }
  return sum;
}

function normaliseNumbers(text: string): string {
  return text
    .trim()
    .replace(/(\d)[,_](?=\d{3}(?!\d))/g, "$1")
    .replace(/\bhalf an?\b/gi, "half")
    .replace(/\ba (couple|few)(?: of)?\b/gi, "$1")
    .replace(
      /\b(twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)[- ](one|two|three|four|five|six|seven|eight|nine)\b/gi,
      (_, tens: string, ones: string) =>
        String((NUMBERS.get(tens.toLowerCase()) ?? 0) + (NUMBERS.get(ones.toLowerCase()) ?? 0)),
    )
    .replace(/(\d{1,6}|\b[a-z]{3,9}) (?:business|working|work)[- ]days?\b/gi, (_, number: string) => {
      const count = NUMBERS.get(number.toLowerCase()) ?? Number(number);
      return `${Math.ceil(count / 5) * 2 + count} days`;
    });
}

function parseClock(text: string): number | null {
  const clock = CLOCK.exec(text.trim());
  if (clock === null) return null;
  return clock[3] === undefined
    ? null
    : Number(clock[1]) * HOUR + Number(clock[2]) * MINUTE + Number(clock[3]) * SECOND;
}
