import { z } from "zod";
import { ID_CHARS_MAX, NAME_CHARS_MAX, STATED_NOTE_CHARS_MAX, TOKENS_MAX } from "./limits";

export const idSchema = z.string().min(1).max(ID_CHARS_MAX);
export const nameSchema = z.string().max(NAME_CHARS_MAX);
export const noteSchema = z.string().max(STATED_NOTE_CHARS_MAX);
const COST_MAX = 1_000_000;
export const dollarsSchema = z.number().nonnegative().max(COST_MAX);
export const tokensSchema = z.int().min(0).max(TOKENS_MAX);
