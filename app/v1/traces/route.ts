export { takeTraces as POST } from "@/lib/pipeline/receive/routes";
