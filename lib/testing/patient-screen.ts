import { configure } from "@testing-library/react";

// A test may wait long on a loaded machine; the library's own limit is a second.
configure({ asyncUtilTimeout: 20_000 });
