import type { Metadata } from "next";
import { PlanPage } from "@/components/plan/plan-page";
import { viewPage } from "../view-page";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Plan" };

export default viewPage("plan", PlanPage);
