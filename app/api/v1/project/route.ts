export { answerProject as POST } from "@/lib/commands/runtime/routes";
