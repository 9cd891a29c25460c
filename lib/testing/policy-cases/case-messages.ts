import { neutralMessagesWith } from "@/lib/policies/shapes/neutral-messages";
import { caseText } from "./case-file";

/** Messages of a case. Their texts may be recipes. */
export const caseMessages = neutralMessagesWith(caseText);
