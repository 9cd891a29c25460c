export { answerBudget as POST } from "@/lib/commands/runtime/routes";
