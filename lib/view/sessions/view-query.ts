/** What an address of the list has besides a view: its page, a view by its id, and the tour. */
const NOT_OF_A_VIEW: readonly string[] = ["cursor", "view", "tour"];

export function buildViewQuery(query: Iterable<[string, string]>): URLSearchParams {
  return new URLSearchParams([...query].filter(([name]) => !NOT_OF_A_VIEW.includes(name)));
}
