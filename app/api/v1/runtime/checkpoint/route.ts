export { answerCheckpoint as POST } from "@/lib/commands/runtime/routes";
