export { answerRestore as POST } from "@/lib/commands/runtime/routes";
