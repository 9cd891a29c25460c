const BY_ITSELF = /^(?:auto|threshold)/i;

/** Whether a program says that it compacted by itself, because a limit of its own was reached. */
export function isByItself(trigger: string | null): boolean {
  return trigger !== null && BY_ITSELF.test(trigger);
}
