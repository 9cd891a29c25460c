import { register } from "./index";

/** `node --import @sightglass/client/auto agent.js` records a program that says nothing of Sightglass. */
register({ auto: true });
