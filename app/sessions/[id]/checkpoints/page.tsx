import type { Metadata } from "next";
import { CheckpointsView } from "@/components/checkpoints/checkpoints-view";
import { viewPage } from "../view-page";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Checkpoints" };

export default viewPage("checkpoints", CheckpointsView);
