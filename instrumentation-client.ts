export { onRouterTransitionStart } from "@/components/data/navigation";
