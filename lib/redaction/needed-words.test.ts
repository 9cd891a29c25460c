import { describe, expect, it } from "vitest";
import { neededWords } from "./needed-words";

describe("the words that each match of a pattern needs", () => {
  it.each([
    [/\w{14}\.atlasv1\.[\w-]{50,90}/, [".atlasv1."]],
    [/(?<!\w)(?<it>[\w.]{2,64})@\[\d/, ["@["]],
    [/a(?:bc|de)?f{2}gh/i, ["gh"]],
    [/(?:password|TOKEN)\s{0,3}x/i, ["password", "token"]],
    [/[a-z]foo\b|bar(?=not this)/, ["foo", "bar"]],
    [/(?:once){1,3}\d/, ["once"]],
  ])("%s", (pattern, words) => expect(neededWords(pattern)).toEqual(words));

  it.each([/[a-z]+/, /word|\d+/, /(?:word)?\d/, /(?:word)*|x/, /(?:word){0,2}\d/, /a|b/])(
    "are not known of %s",
    (pattern) => expect(neededWords(pattern)).toBeNull(),
  );
});
