export { takeModelCalls as POST } from "@/lib/pipeline/receive/routes";
