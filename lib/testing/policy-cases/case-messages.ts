import { z } from "zod";
import {
  makeMessage,
  neutralApprovalRequest,
  neutralApprovalResponse,
  neutralCall,
  makeNeutralFields,
} from "@/lib/policies/shapes/neutral-messages";
import { caseText } from "./case-file";

/** Messages of a case. A field that no message has is refused, at every depth but inside a call's arguments. */
export const caseMessages = z.array(
  makeNeutralFields(caseText)
    .extend({
      toolCalls: z.array(neutralCall.strict()).optional(),
      approvalRequests: z.array(neutralApprovalRequest.strict()).optional(),
      approvalResponses: z.array(neutralApprovalResponse.strict()).optional(),
    })
    .strict()
    .transform(makeMessage),
);
