"use client";

import { useRouter } from "next/navigation";
import { useTransition } from "react";
import { FilterChoice } from "../trend/filter-choice.tsx";
import { capacityAddress } from "./search-params.ts";

interface CapacityControlsProps {
  experimentId: string;
  environment: string | null;
  branch: string | null;
  environments: readonly string[];
  branches: readonly string[];
}

/** Runs of one environment and branch: others are another service. */
export function CapacityControls(props: CapacityControlsProps) {
  const { experimentId, environment, branch, environments, branches } = props;
  const router = useRouter();
  const [pending, startTransition] = useTransition();
  const go = (change: { environment?: string | null; branch?: string | null }) =>
    startTransition(() =>
      router.replace(capacityAddress(experimentId, { environment, branch, ...change }), { scroll: false }),
    );
  if (environments.length === 0 && branches.length === 0) return null;
  return (
    <div aria-busy={pending} className="flex flex-wrap items-end gap-3 px-4 py-3 wide:px-5">
      <FilterChoice
        name="Environment"
        every="As the newest run"
        choices={environments}
        value={environment}
        onChoose={(chosen) => go({ environment: chosen })}
      />
      <FilterChoice
        name="Branch"
        every="As the newest run"
        choices={branches}
        value={branch}
        onChoose={(chosen) => go({ branch: chosen })}
      />
    </div>
  );
}
