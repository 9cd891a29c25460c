import { z } from "zod";
import type { ProjectBody } from "@/lib/api/endpoints/runtime/project";
import { describeIssues } from "@/lib/core/plain-issues";
import { formatPath } from "@/lib/core/trace/parse-event";
import { AppError } from "@/lib/errors";
import { findMessageShape } from "@/lib/policies/shapes";
import type { ReadMessages } from "@/lib/policies/shapes/shape";

/**
 * In the common form.
 * @throws AppError `invalid_body` by path
 */
export function readMessages({ messages, system }: Pick<ProjectBody, "messages" | "system">): ReadMessages {
  try {
    return findMessageShape(messages, system !== undefined).read(messages);
  } catch (error) {
    if (!(error instanceof z.ZodError)) throw error;
    throw makeRefusal(listProblemsBelow({ field: "messages", error }));
  }
}

export function listProblemsBelow({
  field,
  error: { issues },
}: {
  readonly field: string;
  readonly error: z.ZodError;
}): { path: string; message: string }[] {
  return issues
    .flatMap(describeIssues)
    .map(({ path, message }) => ({ path: `${field}${writePathSuffix(path)}`, message }));
}

function writePathSuffix(path: readonly PropertyKey[]): string {
  const text = formatPath(path);
  return text === "" || text.startsWith("[") ? text : `.${text}`;
}

export function makeRefusal(problems: readonly { path: string; message: string }[]): AppError {
  const details = problems.map((problem) => ({ ...problem, code: "invalid_option" }));
  const [first] = details;
  return new AppError("invalid_body", `${first?.path}: ${first?.message}`, details);
}
