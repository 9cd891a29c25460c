import { cleanup, configure } from "@testing-library/react";
import { afterEach } from "vitest";

// A test may wait long on a loaded machine; the library's own limit is a second.
configure({ asyncUtilTimeout: 20_000 });
// What stays on the page keeps its timers, which may fire when the test's window is gone.
afterEach(cleanup);
