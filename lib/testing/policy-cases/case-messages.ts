import { neutralMessagesWith } from "@/lib/policies/shapes/neutral-messages";
import { caseText } from "./case-file";

export const caseMessages = neutralMessagesWith(caseText);
