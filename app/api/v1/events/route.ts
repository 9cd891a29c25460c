export { takeEvents as POST } from "@/lib/pipeline/routes/busy-routes";
