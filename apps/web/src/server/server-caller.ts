import "server-only";
import { TRPCError } from "@trpc/server";
import { notFound } from "next/navigation";
import { createCaller } from "./app-router.ts";
import { requireSignedIn } from "./session.ts";

/** The procedures, called in the process for the first paint: figures are in the HTML. */
export async function serverCaller() {
  const { ctx } = await requireSignedIn();
  return createCaller({ ctx });
}

/** What is not there and what is another workspace's get the same page. */
export async function orNotFound<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "NOT_FOUND") notFound();
    throw error;
  }
}

/** A page that somebody may not see is, for them, not there. */
export async function ownersOnly<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof TRPCError && error.code === "FORBIDDEN") notFound();
    throw error;
  }
}
