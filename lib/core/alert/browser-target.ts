/** The open pages of a project, each of which tells its browser. Every project has this target. */
export const BROWSER_TARGET = "browser";
