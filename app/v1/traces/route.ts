export { takeTraces as POST } from "@/lib/pipeline/routes/busy-routes";
