/** The project of an instance that has only one. */
export const DEFAULT_PROJECT = "default";
