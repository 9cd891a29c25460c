export { answerValidate as POST } from "@/lib/commands/runtime/routes";
