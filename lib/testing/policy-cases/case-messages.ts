import { neutralMessagesWith } from "@/lib/policies/shapes/neutral-messages";
import { caseText } from "./case-file";

/** Messages of a case, whose texts may be given by a recipe. */
export const caseMessages = neutralMessagesWith(caseText);
