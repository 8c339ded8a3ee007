"use client";

import type { WorkspaceSettings } from "@headroom/contract";
import { CAPACITY_FACTOR, PROOF_DAYS, PROOF_DEPLOYS } from "@headroom/core";
import { SettingsForm } from "./settings-form.tsx";
import type { SettingField } from "./settings-form.tsx";
import { readReadiness, writeReadiness } from "./typed-readiness.ts";
import type { TypedReadiness } from "./typed-readiness.ts";

const FIELDS: readonly SettingField<keyof TypedReadiness>[] = [
  {
    name: "capacityFactor",
    required: true,
    label: "Required capacity",
    unit: "times",
    hint: `How many times the expected peak tests have to prove. ${CAPACITY_FACTOR} by default.`,
  },
  {
    name: "proofDays",
    required: true,
    label: "A proof counts for",
    unit: "days",
    hint: `Then the experiment has to be run again. ${PROOF_DAYS} by default.`,
  },
  {
    name: "proofDeploys",
    label: "At risk after",
    unit: "deploys",
    hint: `More deploys since a proof put a peak day at risk. ${PROOF_DEPLOYS} by default. Leave empty if deploys don't matter.`,
  },
  {
    name: "peakEnvironment",
    required: true,
    label: "Environment of the peak",
    hint: "Proofs from other environments count only if there is no other, and put a peak day at risk.",
  },
];

/** What tests have to prove before a peak day, and how long that counts. */
export function ReadinessRules({ settings, mayManage }: { settings: WorkspaceSettings; mayManage: boolean }) {
  return (
    <SettingsForm
      label="Readiness for peak days"
      fields={FIELDS}
      current={writeReadiness(settings)}
      read={readReadiness}
      mayManage={mayManage}
    />
  );
}
