import type { WorkspaceUsage } from "@headroom/contract";
import { formatBytes, formatDate, plural } from "@headroom/core/format";
import { formatCount, formatShort } from "@headroom/ui";

export interface UsageModel {
  sentence: { lead: string; rest: string };
  uploadsToday: UploadsToday;
  /** What the workspace holds now. */
  holds: { name: string; value: string }[];
  /** Days with uploads, the latest first. */
  days: { day: string; uploads: string; samples: string; bytes: string }[];
}

interface UploadsToday {
  text: string;
  used: number;
  /** Null: no quota. */
  quota: number | null;
  isUsedUp: boolean;
}

export function prepareUsage(usage: WorkspaceUsage): UsageModel {
  const { runs, runSeries, liveSeries, days } = usage;
  const used = days.filter(({ uploads }) => uploads > 0);
  const today = uploadsToday(usage);
  return {
    sentence: today.isUsedUp ? usedUpSentence(today) : sentenceOf(used),
    uploadsToday: today,
    holds: [
      { name: "Runs", value: formatCount(runs) },
      { name: "Labels and gauges of runs", value: formatCount(runSeries) },
      { name: "Labels and gauges of live traffic", value: formatCount(liveSeries) },
    ],
    days: used.toReversed().map(({ day, uploads, samples, bytes }) => ({
      day: formatDate(new Date(day), "UTC"),
      uploads: formatCount(uploads),
      samples: formatCount(samples),
      bytes: formatBytes(bytes),
    })),
  };
}

function uploadsToday({ days, quota: { uploadsPerDay: quota } }: WorkspaceUsage): UploadsToday {
  const used = days.at(-1)?.uploads ?? 0;
  const count = formatCount(used);
  const text =
    quota === null
      ? `${count} ${used === 1 ? "upload" : "uploads"} today. This workspace has no quota of uploads.`
      : `${count} of ${plural(quota, "upload")} today.`;
  return { text, used, quota, isUsedUp: quota !== null && used >= quota };
}

function usedUpSentence({ quota }: UploadsToday): UsageModel["sentence"] {
  if (quota === 0)
    return { lead: "Uploads are turned off.", rest: "The quota of this workspace allows none." };
  const all = formatCount(quota ?? 0);
  return {
    lead: quota === 1 ? "Today's only upload is used." : `All of today's ${all} uploads are used.`,
    rest: "More are refused until 00:00 UTC.",
  };
}

function sentenceOf(used: WorkspaceUsage["days"]): UsageModel["sentence"] {
  if (used.length === 0) return { lead: "No uploads in the last 30 days.", rest: "" };
  const sum = (of: "uploads" | "samples" | "bytes") => used.reduce((total, day) => total + day[of], 0);
  const uploads = sum("uploads");
  return {
    lead: `${plural(uploads, "upload")} in the last 30 days.`,
    rest: `${formatShort(sum("samples"))} samples, ${formatBytes(sum("bytes"))} received.`,
  };
}
