export { takeImport as POST } from "@/lib/commands/posted-routes";
