export { takeEvents as POST } from "@/lib/pipeline/receive/routes";
