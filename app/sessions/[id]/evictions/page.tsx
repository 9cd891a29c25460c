import type { Metadata } from "next";
import { EvictionsView } from "@/components/lanes/evictions-view";
import { viewPage } from "../view-page";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Evictions" };

export default viewPage("evictions", EvictionsView);
