import { ProxiedConversations } from "@/lib/proxy/conversations";
import type { PassedCall } from "@/lib/proxy/passed-call";
import { readCall } from "@/lib/proxy/read-call";
import type { SeenCall } from "@/lib/proxy/recorded-call";

export function recording() {
  const conversations = new ProxiedConversations();
  const calls: SeenCall[] = [];
  const record = (passed: PassedCall): void => {
    calls.push(readCall(passed, conversations).call);
  };
  return { calls, record };
}
