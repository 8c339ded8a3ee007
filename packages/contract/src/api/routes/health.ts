import { z } from "zod";
import { json, nothing } from "../route.ts";
import type { Routes } from "../route.ts";

const OPEN = { scopes: [], access: "open" } as const;

export const healthRoutes = {
  "GET /healthz": {
    ...OPEN,
    title: "Say that the process is running",
    answers: { 200: json(z.strictObject({ status: z.literal("ok") })) },
  },
  "GET /readyz": {
    ...OPEN,
    title: "Say whether the server can take an upload",
    answers: {
      200: json(
        z.strictObject({
          status: z.literal("ready"),
          /** Of all workspaces: those not done yet, and those given up. */
          jobs: z.strictObject({ waiting: z.int(), failed: z.int() }),
          /** Whether there is room for more data. */
          room: z.enum(["enough", "low", "full", "unknown"]),
        }),
      ),
    },
  },
  "GET /ping": { ...OPEN, title: "Answer clients of InfluxDB", answers: { 204: nothing } },
  "GET /v1/openapi.json": {
    ...OPEN,
    title: "Return this description of the API, as OpenAPI 3.1",
    answers: { 200: json(z.looseObject({ openapi: z.string() })) },
  },
} as const satisfies Routes;
