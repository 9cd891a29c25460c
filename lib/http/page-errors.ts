import { notFound } from "next/navigation";
import { AppError } from "@/lib/errors";

/** What a page asked for, or the not-found page where it is not there. */
export async function orNotFound<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  }
}
