import type { SloFields } from "@headroom/contract";
import { ALL_LABEL, HeadroomError } from "@headroom/core";
import type { GoodRequest } from "@headroom/core";
import type { SloModel, SloObjectiveModel } from "@headroom/db";
import { requireTimeZone } from "../peak-day/read-moment.ts";

/** What an SLO demands, as columns of its table. */
export interface ObjectiveColumns {
  goodPerMillion: number;
  latencyMicros: bigint | null;
  withoutError: boolean;
}

export type SloColumns = Pick<SloModel, "name" | "label" | "windowDays" | "windowUnit" | "timeZone">;

/** What people entered about an SLO, as columns of its two tables. */
export function columnsOf(fields: SloFields): { slo: SloColumns; objective: ObjectiveColumns } {
  const { name, label, window, objectivePercent, latencyMs, withoutError } = fields;
  if (latencyMs === null && !withoutError) {
    throw refusal("withoutError", "Set a latency limit, or require requests to have no error, or both.");
  }
  if (window.kind === "calendar") requireTimeZone(window.timeZone);
  const isRolling = window.kind === "rolling";
  return {
    slo: {
      name,
      label: label === ALL_LABEL ? null : label,
      windowDays: isRolling ? window.days : null,
      windowUnit: isRolling ? null : window.unit,
      timeZone: isRolling ? null : window.timeZone,
    },
    objective: {
      goodPerMillion: Math.round(objectivePercent * 10_000),
      latencyMicros: latencyMs === null ? null : BigInt(Math.round(latencyMs * 1_000)),
      withoutError,
    },
  };
}

export function goodRequestOf({ latencyMicros, withoutError }: SloObjectiveModel): GoodRequest {
  if (latencyMicros === null) return { kind: "without-error" };
  const kind = withoutError ? "fast-without-error" : "fast";
  return { kind, latencyMicros: Number(latencyMicros) };
}

export function refusal(field: string, message: string): HeadroomError {
  return new HeadroomError("parameter-unreadable", message, { field, fieldMessage: message });
}
