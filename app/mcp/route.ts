export { answerRequest as POST } from "@/lib/routes/table";
