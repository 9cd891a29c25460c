export { postApply } from "./apply";
export { postBudget } from "./budget";
export { postCheckpoint } from "./checkpoint";
export { postLost } from "./lost";
export { postGate } from "./gate";
export { getRuntimeBlock, postRestore } from "./restore";
export { postValidate } from "./validate";
