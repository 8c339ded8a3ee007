import { z } from "zod";

/** Of lists: only those of this service, by its name in URLs. */
export const serviceFilter = z.strictObject({ service: z.string().optional() });

export const requiredServiceFilter = z.strictObject({ service: z.string() });
