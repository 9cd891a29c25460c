import { addToGroup } from "../../group-by";
import { canBeSameDay, parseDate, findDates } from "../../evidence/values/dates";

type WrittenDay = NonNullable<ReturnType<typeof parseDate>>;

/** Finds many days in one pass over a text, in any way of writing them. */
export class DayFinder {
  private readonly byDay = new Map<string, { readonly date: WrittenDay; readonly value: number }[]>();

  /** @param form in normal spelling; what is no day is never found */
  add(form: string, value: number): void {
    const date = parseDate(form);
    for (const name of new Set((date?.readings ?? []).map(nameOfDay))) {
      addToGroup(this.byDay, name, { date: date as WrittenDay, value });
    }
  }

  /** @param normal a text in normal spelling */
  find(normal: string, found: Set<number>): void {
    if (this.byDay.size === 0) return;
    for (const writtenDate of findDates(normal))
      for (const reading of writtenDate.readings)
        for (const { date, value } of this.byDay.get(nameOfDay(reading)) ?? [])
          if (!found.has(value) && canBeSameDay(date, writtenDate)) found.add(value);
  }
}

function nameOfDay([, month, day]: readonly [year: number | null, month: number, day: number]): string {
  return `${month} ${day}`;
}
