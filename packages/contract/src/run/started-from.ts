import { z } from "zod";

/** The version that an editor started from. */
export const startedFrom = z.int();
