import { configure } from "@testing-library/react";

// What a test waits for may take long on a loaded machine; the library's own limit is a second.
configure({ asyncUtilTimeout: 20_000 });
