import { useSyncExternalStore } from "react";

/** The start of printing is told before the sheets are laid out, the media query after it. */
let isPrinting = false;

function watchPrinting(onChange: () => void): () => void {
  const media = window.matchMedia("print");
  const set = (next: boolean) => {
    isPrinting = next;
    onChange();
  };
  const onMedia = () => set(media.matches);
  const onBegin = () => set(true);
  const onEnd = () => set(false);
  media.addEventListener("change", onMedia);
  window.addEventListener("beforeprint", onBegin);
  window.addEventListener("afterprint", onEnd);
  return () => {
    media.removeEventListener("change", onMedia);
    window.removeEventListener("beforeprint", onBegin);
    window.removeEventListener("afterprint", onEnd);
  };
}

/** Whether the page is being printed, for what stands on paper in another form than on a screen. */
export function usePrinting(): boolean {
  return useSyncExternalStore(
    watchPrinting,
    () => isPrinting,
    () => false,
  );
}
