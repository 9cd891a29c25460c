import { useState } from "react";
import type { PointerEvent } from "react";

/** A drag along the x axis, in pixels from the left edge of its element. */
export interface Drag {
  readonly start: number;
  readonly end: number;
}

interface Options {
  /** A shorter drag is a press. */
  readonly fromPx: number;
  readonly startsAt?: (x: number) => boolean;
  readonly onDrag: (drag: Drag) => void;
  readonly onPress?: (at: { readonly x: number; readonly y: number }) => void;
}

/**
 * Tells a drag from a press. The pointer stays with the element until it is released, also outside of it.
 * @returns the drag that goes on, `null` for none or while it is still short, and the handlers for the element
 */
export function useDrag({ fromPx, startsAt = () => true, onDrag, onPress }: Options) {
  const [held, setHeld] = useState<(Drag & { readonly canDrag: boolean }) | null>(null);
  const isDrag = held !== null && held.canDrag && Math.abs(held.end - held.start) >= fromPx;
  const handlers = {
    onPointerDown: (event: PointerEvent) => {
      if (event.button !== 0) return;
      const { x } = placeIn(event);
      const canDrag = startsAt(x);
      if (canDrag) event.currentTarget.setPointerCapture(event.pointerId);
      setHeld({ start: x, end: x, canDrag });
    },
    onPointerMove: (event: PointerEvent) => {
      if (held !== null) setHeld({ ...held, end: placeIn(event).x });
    },
    onPointerUp: (event: PointerEvent) => {
      if (held === null) return;
      if (isDrag) onDrag(held);
      else onPress?.({ x: held.start, y: placeIn(event).y });
      setHeld(null);
    },
    onPointerCancel: () => setHeld(null),
  };
  return { drag: isDrag ? held : null, handlers };
}

/** From the element's upper left corner. */
export function placeIn(event: PointerEvent): { readonly x: number; readonly y: number } {
  const { left, top } = event.currentTarget.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}
