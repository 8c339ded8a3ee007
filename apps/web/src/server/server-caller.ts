import "server-only";
import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";
import { createCaller } from "./app-router.ts";
import { requireSignedIn } from "./session.ts";

/** Calls procedures in the process, so that the first paint has data in its HTML. */
export async function serverCaller() {
  const { ctx } = await requireSignedIn();
  return createCaller({ ctx });
}

/** Shows the same page for what does not exist and for what belongs to another workspace. */
export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}

/** For a part of a page whose subject may have been deleted a moment ago. */
export async function orNull<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") return null;
    throw error;
  }
}

/** Shows "not found" to people who may not see a page. */
export async function ownersOnly<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "FORBIDDEN") notFound();
    throw error;
  }
}
