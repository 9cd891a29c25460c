export { takeModelCalls as POST } from "@/lib/pipeline/routes/busy-routes";
