"use client";

import type { WorkspaceSettings } from "@headroom/contract";
import { TARGET_CONFIDENCE, UNDO_DAYS } from "@headroom/core";
import { SettingsForm } from "./settings-form.tsx";
import type { SettingField } from "./settings-form.tsx";
import { readLimits, writeLimits } from "./typed-limits.ts";
import type { TypedLimits } from "./typed-limits.ts";

interface WorkspaceLimitsProps {
  settings: WorkspaceSettings;
  mayManage: boolean;
}

const FIELDS: readonly SettingField<keyof TypedLimits>[] = [
  {
    name: "keepRunsDays",
    label: "Run retention",
    unit: "days",
    hint: `Runs are deleted this long after upload, except baselines, and can be restored for ${UNDO_DAYS} days. Leave empty to keep runs forever.`,
  },
  {
    name: "maxLabels",
    label: "Maximum labels per run",
    unit: "labels",
    hint: "Requests of any further labels are counted as (other). Leave empty for the server's limit.",
  },
  {
    name: "maxBadLinesShare",
    label: "Maximum unreadable lines",
    unit: "%",
    hint: "Files with more are rejected. Leave empty for the server's limit.",
  },
  {
    name: "targetConfidence",
    label: "Confidence of verdicts",
    unit: "%",
    hint: `How sure met and missed have to be. A result that chance could explain is unsure. Applies to runs judged from now on. Leave empty for ${TARGET_CONFIDENCE * 100}%.`,
  },
];

/** Retention, limits of an upload, which cannot exceed the server's own, and how sure verdicts are. */
export function WorkspaceLimits({ settings, mayManage }: WorkspaceLimitsProps) {
  return (
    <SettingsForm fields={FIELDS} current={writeLimits(settings)} read={readLimits} mayManage={mayManage} />
  );
}
