/** How many words of letters a text has, in any script. */
export function countWords(text: string): number {
  return text.match(/\p{L}+/gu)?.length ?? 0;
}
