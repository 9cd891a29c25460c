export { answerApply as POST } from "@/lib/commands/runtime/routes";
