/** The start of a text in whole words, as claims quote it: texts that repeat it may cut or change its end. */
export function startOf(text: string, chars: number): string {
  const start = text.trim().slice(0, chars);
  if (start.length < chars) return start;
  const end = start.lastIndexOf(" ");
  return end <= 0 ? start : start.slice(0, end);
}
