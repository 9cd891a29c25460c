/** The project of an instance that has no other. Programs that run before anything is compiled need it too. */
export const DEFAULT_PROJECT = "default";
