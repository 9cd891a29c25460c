import type { Metadata } from "next";
import { ReadView } from "@/components/reading/read-view";
import { viewPage } from "../view-page";

export const dynamic = "force-dynamic";
export const metadata: Metadata = { title: "Read" };

export default viewPage("read", ReadView);
