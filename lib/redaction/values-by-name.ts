import type { Detector, Span } from "./detector";

/** Values that only a name beside them identifies. */
export interface NamedForm {
  readonly names: string;
  readonly form: string;
  readonly accepts?: (it: string) => boolean;
}

const IS =
  "[\"'`\\\\)]{0,4}[\\s_-]{0,3}(?:(?:number|nummer|numero|número|numéro|nr|no|n[°º]|id|is|ist|es|est|on)\\.?\\s{0,2}){0,2}[:=#：|,.]{0,2}\\s{0,3}[\"'`\\\\]{0,4}";
const REACH_CHARS = 80;

/** One pass over the text. Other conditions are tested only where one of the names stands. */
export function valuesByName(id: string, label: string, forms: readonly NamedForm[]): Detector {
  const anyName = new RegExp(forms.map(({ names }) => names).join("|"), "gi");
  const tried = forms.map(({ names, form, accepts = () => true }) => ({
    pattern: new RegExp(`(?:${names})${IS}(?<it>${form})(?![\\p{L}\\p{N}]|[-.]\\d)`, "iuy"),
    accepts,
  }));
  const spanAt = (text: string, at: number): Span | null => {
    for (const { pattern, accepts } of tried) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      const it = match?.groups?.it;
      if (match === null || it === undefined || !accepts(it)) continue;
      return { start: at + match[0].length - it.length, end: at + match[0].length };
    }
    return null;
  };
  return {
    id,
    label,
    *find(text) {
      anyName.lastIndex = 0;
      for (let name = anyName.exec(text); name !== null; name = anyName.exec(text)) {
        const at = name.index;
        const isWhole = at === 0 || !/[\p{L}\p{N}]/u.test(text.charAt(at - 1));
        const span = isWhole && /\d/.test(text.slice(at, at + REACH_CHARS)) ? spanAt(text, at) : null;
        if (span !== null) yield span;
        anyName.lastIndex = Math.max(at + 1, span?.end ?? 0);
      }
    },
  };
}
