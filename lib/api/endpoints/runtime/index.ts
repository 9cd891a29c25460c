export { postApply } from "./apply";
export { postBudget } from "./budget";
export { postCheckpoint } from "./checkpoint";
export { postGate } from "./gate";
export { getRuntimeBlock, postRestore } from "./restore";
export { postValidate } from "./validate";
