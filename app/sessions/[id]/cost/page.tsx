import type { Metadata } from "next";
import { CostView } from "@/components/cost/cost-view";
import { viewPage } from "../view-page";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Cost" };

export default viewPage("cost", CostView);
