import { useCallback, useEffect, useRef, useState } from "react";

/**
 * A state that goes back to its first value by itself, such as "Copied" on a button.
 * @param shownMs milliseconds that a value stays; without it the value stays until the next one
 */
export function usePassingState<Value>(first: Value): [Value, (value: Value, shownMs?: number) => void] {
  const [value, setValue] = useState(first);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef(first);
  useEffect(() => () => clearTimeout(timer.current), []);
  const show = useCallback((next: Value, shownMs?: number) => {
    clearTimeout(timer.current);
    setValue(next);
    if (shownMs !== undefined) timer.current = setTimeout(() => setValue(start.current), shownMs);
  }, []);
  return [value, show];
}
