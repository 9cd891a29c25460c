import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { AppError } from "@/lib/errors";

/** The page that says so where the thing does not exist, or its address asks for what cannot be. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && (error.code === "not_found" || error.code === "invalid_query"))
      notFound();
    throw error;
  }
}

/** Without the thing, the title of the page that is shown instead. */
export async function titleOr(
  missing: Metadata["title"],
  title: Promise<Metadata["title"]>,
): Promise<Metadata> {
  try {
    return { title: await title };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return { title: missing };
    throw error;
  }
}
