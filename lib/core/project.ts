export const DEFAULT_PROJECT = "default";
