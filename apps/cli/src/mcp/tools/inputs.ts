import { z } from "zod";
import { HeadroomError } from "@headroom/core";

/** A run's ID, or the address of its page: people paste either. */
export const runInput = z.string().max(2_000).describe("The run's ID, or the address of its page.");

export const idInput = (what: string) =>
  z.string().max(2_000).describe(`The ID of the ${what}, or the address of its page.`);

export function readId(given: string, what: string): string {
  const [id] = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/i.exec(given) ?? [];
  if (id !== undefined) return id.toLowerCase();
  throw new HeadroomError(
    "parameter-unreadable",
    `This is not the ID of a ${what} or the address of its page.`,
    {
      hint: "Find it with one of the list tools.",
    },
  );
}

const MOST_LISTED = 50;

export const pageInputs = {
  limit: z.int().min(1).max(MOST_LISTED).default(20),
  cursor: z.string().max(1_000).optional().describe("`next` of the previous answer."),
};

export const optionalText = (about: string) => z.string().min(1).max(200).optional().describe(about);
