/** The target that every project has: the open pages, each of which tells its browser. */
export const BROWSER_TARGET = "browser";
