import { ProxiedConversations } from "@/lib/proxy/conversations";
import type { PassedCall } from "@/lib/proxy/passed-call";
import { readCall } from "@/lib/proxy/read-call";
import type { SeenCall } from "@/lib/proxy/recorded-call";

export function recording() {
  const conversations = new ProxiedConversations();
  const calls: SeenCall[] = [];
  const said: string[] = [];
  const record = (passed: PassedCall): void => {
    const read = readCall(passed, conversations);
    if (read.call !== null) calls.push(read.call);
    else if (read.why !== null) said.push(read.why);
  };
  return { calls, said, record };
}
