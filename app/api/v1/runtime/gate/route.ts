export { answerGate as POST } from "@/lib/commands/runtime/routes";
