export { takeLogs as POST } from "@/lib/pipeline/receive/routes";
