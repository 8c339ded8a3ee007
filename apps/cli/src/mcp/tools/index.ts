import type { Tool } from "../tool.ts";
import { acceptChange, acknowledgeChange } from "./accept-change.ts";
import { acknowledgeSloAlert } from "./acknowledge-slo-alert.ts";
import { addServiceEvent } from "./add-service-event.ts";
import { compareRuns } from "./compare-runs.ts";
import { getPeakDayReadiness } from "./get-peak-day-readiness.ts";
import { getRun } from "./get-run.ts";
import { getRunWindow } from "./get-run-window.ts";
import { getSloStatus } from "./get-slo-status.ts";
import { getTrend } from "./get-trend.ts";
import { listExperiments } from "./list-experiments.ts";
import { listPeakDays } from "./list-peak-days.ts";
import { listRuns } from "./list-runs.ts";

/** In the order in which they are offered. */
export const TOOLS: readonly Tool[] = [
  listExperiments,
  listRuns,
  getRun,
  getRunWindow,
  compareRuns,
  getTrend,
  getSloStatus,
  listPeakDays,
  getPeakDayReadiness,
  addServiceEvent,
  acceptChange,
  acknowledgeChange,
  acknowledgeSloAlert,
];
