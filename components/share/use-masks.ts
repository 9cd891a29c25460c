import type { RefObject } from "react";
import { useLayoutEffect, useState } from "react";
import { MASK, showMasks } from "@/lib/view/share/last-look";

/** One masked value as it stands on the page. Positions are pixels within the frame. */
export interface MaskPlace {
  readonly key: string;
  readonly hit: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

type Marks = ReadonlyMap<string, number>;

const ATTRIBUTES = ["title", "aria-label", "aria-description", "placeholder", "value"];
const RUN = /([\ue000-\uf8ff])\1*/g;
const PLACES_MAX = 300;

/**
 * Finds the masks of a page that was drawn with marks. Before anybody sees the page each mark becomes what the visitor
 * sees; whose value it hides is remembered beside the text. Only texts change, never the elements that React made.
 * @param frame what is around the page and does not scroll
 * @returns the masks that are in sight
 */
export function useMasks(
  frame: RefObject<HTMLElement | null>,
  page: RefObject<HTMLElement | null>,
  marks: Marks,
): readonly MaskPlace[] {
  const [places, setPlaces] = useState<readonly MaskPlace[]>([]);
  const [texts] = useState(() => new WeakMap<Node, string>());
  useLayoutEffect(() => {
    const [around, root] = [frame.current, page.current];
    if (around === null || root === null) return undefined;
    settle(root, marks, texts);
    let asked = 0;
    const look = () => {
      cancelAnimationFrame(asked);
      asked = requestAnimationFrame(() => setPlaces(placesIn(around, root, marks, texts)));
    };
    const changes = new MutationObserver((records) => {
      for (const { target } of records) settle(target, marks, texts);
      look();
    });
    changes.observe(root, {
      childList: true,
      subtree: true,
      characterData: true,
      attributeFilter: ATTRIBUTES,
    });
    const size = new ResizeObserver(look);
    size.observe(root);
    around.addEventListener("scroll", look, { capture: true, passive: true });
    look();
    return () => {
      cancelAnimationFrame(asked);
      changes.disconnect();
      size.disconnect();
      around.removeEventListener("scroll", look, { capture: true });
    };
  }, [frame, page, marks, texts]);
  return places;
}

function textNodes(root: Node): Text[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const found: Text[] = [];
  for (let node = root instanceof Text ? root : walker.nextNode(); node !== null; node = walker.nextNode())
    found.push(node as Text);
  return found;
}

function settle(root: Node, marks: Marks, texts: WeakMap<Node, string>): void {
  for (const node of textNodes(root)) {
    const plain = showMasks(node.data, marks);
    if (plain === node.data) continue;
    texts.set(node, node.data);
    node.data = plain;
  }
  if (!(root instanceof Element)) return;
  for (const element of [root, ...root.querySelectorAll("[title],[aria-label],input")]) {
    for (const name of ATTRIBUTES) {
      const value = element.getAttribute(name);
      if (value !== null && showMasks(value, marks) !== value)
        element.setAttribute(name, showMasks(value, marks));
    }
    if (element instanceof HTMLInputElement && showMasks(element.value, marks) !== element.value)
      element.value = showMasks(element.value, marks);
  }
}

function placesIn(
  frame: HTMLElement,
  root: HTMLElement,
  marks: Marks,
  texts: WeakMap<Node, string>,
): MaskPlace[] {
  const origin = frame.getBoundingClientRect();
  const range = document.createRange();
  const places: MaskPlace[] = [];
  for (const node of textNodes(root)) {
    const marked = texts.get(node);
    if (marked === undefined || !node.data.includes(MASK) || showMasks(marked, marks) !== node.data) continue;
    for (const { 0: run, 1: mark = "", index } of marked.matchAll(RUN)) {
      const hit = marks.get(mark);
      if (hit === undefined) continue;
      range.setStart(node, index);
      range.setEnd(node, index + run.length);
      for (const [line, rect] of [...range.getClientRects()].entries()) {
        if (!isInSight(rect, node, root)) continue;
        const [left, top] = [rect.left - origin.left, rect.top - origin.top];
        const key = `${hit} ${index} ${line} ${Math.round(top + root.scrollTop)} ${Math.round(left + root.scrollLeft)}`;
        places.push({ key, hit, left, top, width: rect.width, height: rect.height });
        if (places.length === PLACES_MAX) return places;
      }
    }
  }
  return places;
}

/** Whether its middle can be seen: no part of the page around it cuts it off or lies over it. */
function isInSight(rect: DOMRect, node: Text, root: HTMLElement): boolean {
  if (rect.width < 1 || rect.height < 1) return false;
  const [x, y] = [rect.left + rect.width / 2, rect.top + rect.height / 2];
  for (let around = node.parentElement; around !== null; around = around.parentElement) {
    const box = around.getBoundingClientRect();
    const cuts = around === root || getComputedStyle(around).overflow !== "visible";
    if (cuts && (x < box.left || x > box.right || y < box.top || y > box.bottom)) return false;
    if (around === root) break;
  }
  const over = document.elementsFromPoint(x, y).find((element) => root.contains(element));
  return over?.contains(node) === true;
}
