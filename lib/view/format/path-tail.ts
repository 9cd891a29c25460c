/** A tail longer than this would leave no room for what stands before it. */
const TAIL_MAX = 40;

/**
 * The text in two parts, of which the second is never cut off: the last part of its path, from the last slash on.
 *
 *     Read /home/u/project/lib/otel/helpers.ex   →   "Read /home/u/project/lib/otel" + "/helpers.ex"
 */
export function splitPathTail(text: string): { readonly head: string; readonly tail: string } {
  const at = text.lastIndexOf("/");
  const length = text.length - at;
  const isName = at > 0 && length > 1 && length <= TAIL_MAX && !/\s/.test(text.slice(at));
  return isName ? { head: text.slice(0, at), tail: text.slice(at) } : { head: text, tail: "" };
}
