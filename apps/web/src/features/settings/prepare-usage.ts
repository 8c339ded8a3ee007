import type { WorkspaceUsage } from "@headroom/contract";
import { formatBytes } from "@headroom/core/format";
import { formatCount, formatShort } from "@headroom/ui";

export interface UsageModel {
  sentence: { lead: string; rest: string };
  /** What the workspace holds now. */
  holds: { name: string; value: string }[];
  /** Days with uploads, the latest first. */
  days: { day: string; uploads: string; samples: string; bytes: string }[];
}

export function prepareUsage({ runs, runSeries, liveSeries, days }: WorkspaceUsage): UsageModel {
  const used = days.filter(({ uploads }) => uploads > 0);
  return {
    sentence: sentenceOf(used),
    holds: [
      { name: "Runs", value: formatCount(runs) },
      { name: "Labels and gauges of runs", value: formatCount(runSeries) },
      { name: "Labels and gauges of live traffic", value: formatCount(liveSeries) },
    ],
    days: used.toReversed().map(({ day, uploads, samples, bytes }) => ({
      day,
      uploads: formatCount(uploads),
      samples: formatCount(samples),
      bytes: formatBytes(bytes),
    })),
  };
}

function sentenceOf(used: WorkspaceUsage["days"]): UsageModel["sentence"] {
  if (used.length === 0) return { lead: "No uploads in the last 30 days.", rest: "" };
  const sum = (of: "uploads" | "samples" | "bytes") => used.reduce((total, day) => total + day[of], 0);
  const uploads = sum("uploads");
  return {
    lead: `${formatCount(uploads)} ${uploads === 1 ? "upload" : "uploads"} in the last 30 days.`,
    rest: `${formatShort(sum("samples"))} samples, ${formatBytes(sum("bytes"))} received.`,
  };
}
