import { act, renderHook, waitFor } from "@testing-library/react";
import { SearchParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import { NuqsTestingAdapter } from "nuqs/adapters/testing";
import { parseAsString } from "nuqs";
import type { ReactNode } from "react";
import { expect, it, vi } from "vitest";
import { onRouterTransitionStart } from "./navigation";
import { useUrlState } from "./use-url-state";

const PARAMS = { run: parseAsString, view: parseAsString, a: parseAsString };

let pages = 0;

/** The hook under a router that shows what it is told, and the addresses that were written. */
function shownBy(first: string, path = `/${pages++}`) {
  window.history.replaceState(null, "", path);
  const router = { shown: new URLSearchParams(first) };
  const written: string[] = [];
  const wrapper = ({ children }: { children: ReactNode }) => (
    <SearchParamsContext value={router.shown}>
      <NuqsTestingAdapter
        hasMemory
        rateLimitFactor={0}
        onUrlUpdate={({ queryString }) => written.push(queryString)}
      >
        {children}
      </NuqsTestingAdapter>
    </SearchParamsContext>
  );
  const { result, rerender, unmount } = renderHook(() => useUrlState(PARAMS, { history: "replace" }), {
    wrapper,
  });
  const show = async (search: string) => {
    router.shown = new URLSearchParams(search);
    await act(async () => rerender());
  };
  return {
    show,
    written,
    unmount,
    set: (patch: Parameters<(typeof result.current)[1]>[0]) => act(async () => result.current[1](patch)),
    setLater: (patch: Parameters<(typeof result.current)[1]>[0]) =>
      act(async () => result.current[1](patch, { afterMs: 60_000 })),
  };
}

it("makes a change again that the router writes an earlier address over", async () => {
  const { show, written, set } = shownBy("");
  await set({ run: "rep_1" });
  await set({ view: "pareto" });
  await waitFor(() => expect(written).toEqual(["?run=rep_1&view=pareto"]));
  await show("run=rep_1");
  await waitFor(() => expect(written).toEqual(["?run=rep_1&view=pareto", "?run=rep_1&view=pareto"]));
});

it("makes a change again that the router had shown, and writes an earlier address over", async () => {
  const { show, written, set } = shownBy("");
  await set({ view: "pareto" });
  await show("view=pareto");
  await show("");
  await waitFor(() => expect(written.length).toBeGreaterThan(1));
  await show("view=pareto");
  const count = written.length;
  await show("view=compare");
  expect(written).toHaveLength(count);
  expect(new Set(written)).toEqual(new Set(["?view=pareto"]));
});

it("makes a change again that was shown before others were, which it was asked with once more", async () => {
  const { show, written, set } = shownBy("");
  await set({ run: "rep_1" });
  await set({ view: "compare" });
  await show("view=compare");
  await set({ a: "recorded" });
  await show("run=rep_1&view=compare&a=recorded");
  const count = written.length;
  await show("run=rep_1&a=recorded");
  await waitFor(() => expect(written.length).toBeGreaterThan(count));
  expect(written.at(-1)).toContain("view=compare");
});

it("makes a change again until it is shown, also where an earlier address came over it and nothing new is shown then", async () => {
  const { show, written, set } = shownBy("");
  await set({ view: "pareto" });
  await show("view=pareto");
  await new Promise((resolve) => setTimeout(resolve, 700));
  await show("");
  await waitFor(() => expect(written.length).toBeGreaterThan(3), { timeout: 3_000 });
  await show("view=pareto");
  expect(new Set(written)).toEqual(new Set(["?view=pareto"]));
});

it("makes a step back again that the router writes a later address over", async () => {
  const { show, written, set } = shownBy("");
  await set({ view: "pareto" });
  window.history.replaceState(null, "", "?view=compare");
  await act(async () => window.dispatchEvent(new PopStateEvent("popstate")));
  await show("view=pareto");
  await waitFor(() => expect(written.at(-1)).toBe("?view=compare"));
});

it("makes a change again that the router drops without showing anything new, until it is shown", async () => {
  const { show, written, set } = shownBy("");
  await set({ view: "pareto" });
  await waitFor(() => expect(written).toEqual(["?view=pareto", "?view=pareto"]), { timeout: 2_000 });
  await show("view=pareto");
  const count = written.length;
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(written).toHaveLength(count);
});

it("writes what waits at once when another page begins to open, and nothing until that page is there", async () => {
  const { written, set } = shownBy("");
  await set({ view: "pareto" });
  await waitFor(() => expect(written).toEqual(["?view=pareto"]));
  window.history.replaceState(null, "", "?view=pareto");
  await set({ run: "rep_1" });
  const before = written.length;
  act(() => onRouterTransitionStart("/elsewhere", "push"));
  expect(window.location.search).toBe("?view=pareto&run=rep_1");
  await set({ view: "compare" });
  await new Promise((resolve) => setTimeout(resolve, 600));
  expect(written).toHaveLength(before);
  act(() => onRouterTransitionStart("/", "traverse"));
  await set({ view: "results" });
  await waitFor(() => expect(written.at(-1)).toContain("view=results"));
});

it("goes on at the row that was shown when a page is loaded again before its address is written", async () => {
  const { written, setLater, unmount } = shownBy("");
  await setLater({ a: "row-7" });
  window.dispatchEvent(new Event("pagehide"));
  unmount();
  expect(written).toEqual([]);
  const path = window.location.pathname;
  const loaded = vi.spyOn(performance, "getEntriesByType");
  loaded.mockReturnValue([{ type: "navigate" } as unknown as PerformanceEntry]);
  const opened = shownBy("", path);
  loaded.mockReturnValue([{ type: "reload" } as unknown as PerformanceEntry]);
  const again = shownBy("", path);
  loaded.mockRestore();
  await waitFor(() => expect(again.written.at(-1)).toBe("?a=row-7"));
  expect(opened.written).toEqual([]);
});
