export { answerLost as POST } from "@/lib/commands/runtime/routes";
