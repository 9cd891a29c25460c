import { useEffect, useRef, useState } from "react";

export type StreamStatus = "closed" | "open" | "lost";

interface Options {
  readonly path: string | null;
  /** The id of the last event that the page already contains. */
  readonly after: number | undefined;
  readonly events: readonly string[];
  readonly onEvent: (event: string, data: unknown) => void;
}

const RETRY_FIRST_MS = 1_000;
const RETRY_MAX_MS = 15_000;

/**
 * Reads a stream of server-sent events while the page is visible. A browser opens few connections to one server, and
 * hidden pages would use them up. After a pause or an error it continues from the last event.
 */
export function useStream({ path, after, events, onEvent }: Options): StreamStatus {
  const [status, setStatus] = useState<StreamStatus>("closed");
  const last = useRef(after);
  const handler = useRef(onEvent);
  const names = useRef(events);
  useEffect(() => {
    handler.current = onEvent;
  });
  useEffect(() => {
    if (path === null) return;
    let source: EventSource | null = null;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let retryMs = RETRY_FIRST_MS;
    const close = () => {
      clearTimeout(timer);
      source?.close();
      source = null;
    };
    const open = () => {
      if (source !== null || document.hidden) return;
      const opened = new EventSource(last.current === undefined ? path : `${path}?after=${last.current}`);
      source = opened;
      opened.onopen = () => {
        retryMs = RETRY_FIRST_MS;
        setStatus("open");
      };
      opened.onerror = () => {
        setStatus("lost");
        // The browser retries by itself, except after a refusal by the server.
        if (opened.readyState !== EventSource.CLOSED) return;
        close();
        timer = setTimeout(open, retryMs);
        retryMs = Math.min(RETRY_MAX_MS, retryMs * 2);
      };
      for (const name of names.current)
        opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
          if (/^\d+$/.test(lastEventId)) last.current = Number(lastEventId);
          handler.current(name, JSON.parse(data));
        });
    };
    const onVisibility = () => (document.hidden ? close() : open());
    open();
    document.addEventListener("visibilitychange", onVisibility);
    return () => {
      document.removeEventListener("visibilitychange", onVisibility);
      close();
    };
  }, [path]);
  return status;
}
