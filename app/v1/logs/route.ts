export { takeLogs as POST } from "@/lib/pipeline/routes/busy-routes";
