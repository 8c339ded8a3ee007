import type { WorkspaceSettings } from "@headroom/contract";
import { SETTING_BOUNDS } from "@headroom/core";
import { between, numberIn, wholeIn } from "./typed-numbers.ts";

type Rules = Pick<WorkspaceSettings, "capacityFactor" | "proofDays" | "proofDeploys" | "peakEnvironment">;

/** As typed in the fields: only deploys can be empty, and then they don't matter. */
export type TypedReadiness = Record<keyof Rules, string>;

export type ReadReadiness =
  | { ok: true; settings: Rules }
  | { ok: false; wrong: Partial<Record<keyof Rules, string>> };

export function writeReadiness({
  capacityFactor,
  proofDays,
  proofDeploys,
  peakEnvironment,
}: Rules): TypedReadiness {
  return {
    capacityFactor: String(capacityFactor),
    proofDays: String(proofDays),
    proofDeploys: proofDeploys === null ? "" : String(proofDeploys),
    peakEnvironment,
  };
}

const { capacityFactor: FACTOR, proofDays: DAYS, proofDeploys: DEPLOYS } = SETTING_BOUNDS;

/** For every field that cannot be read, says what it accepts. */
export function readReadiness(typed: TypedReadiness): ReadReadiness {
  const capacityFactor = numberIn(typed.capacityFactor, FACTOR) ?? undefined;
  const proofDays = wholeIn(typed.proofDays, DAYS) ?? undefined;
  const proofDeploys = wholeIn(typed.proofDeploys, DEPLOYS);
  const peakEnvironment = typed.peakEnvironment.trim();
  if (
    capacityFactor !== undefined &&
    proofDays !== undefined &&
    proofDeploys !== undefined &&
    peakEnvironment !== ""
  )
    return { ok: true, settings: { capacityFactor, proofDays, proofDeploys, peakEnvironment } };
  return {
    ok: false,
    wrong: {
      ...(capacityFactor === undefined ? { capacityFactor: `Enter a number ${between(FACTOR)}.` } : {}),
      ...(proofDays === undefined ? { proofDays: `Enter a whole number ${between(DAYS)}.` } : {}),
      ...(proofDeploys === undefined
        ? { proofDeploys: `Enter a whole number ${between(DEPLOYS)}, or leave it empty.` }
        : {}),
      ...(peakEnvironment === "" ? { peakEnvironment: "Enter the name of an environment." } : {}),
    },
  };
}
