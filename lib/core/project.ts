export { DEFAULT_PROJECT } from "./default-project.mjs";
