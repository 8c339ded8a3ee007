"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { Button, Icon, buttonClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import type { CompareModel } from "./prepare-compare.ts";

/** Loaded when it is first opened. */
const RunPicker = dynamic(() => import("./run-picker.tsx").then((module) => module.RunPicker), {
  ssr: false,
});

/** Opens the comparison of a run with its reference. Without one, offers the experiment's other runs. */
export function CompareButton({ model }: { model: CompareModel }) {
  if (model.state === "resolved") {
    return (
      <span title={model.why}>
        <AppLink href={model.href} className={buttonClass("plain")}>
          <Icon name="compare" />
          Compare <span className="font-normal text-ink-3">{model.against}</span>
        </AppLink>
      </span>
    );
  }
  return <CompareWithout model={model} />;
}

function CompareWithout({ model }: { model: Exclude<CompareModel, { state: "resolved" }> }) {
  const { runId, experiment, state, why } = model;
  const router = useRouter();
  const [picking, setPicking] = useState(false);
  const reason = useId();
  const isImpossible = state === "impossible";
  return (
    <>
      {/* It keeps the focus, so that its description is read. */}
      <Button
        aria-disabled={isImpossible || undefined}
        aria-describedby={reason}
        title={why}
        className={isImpossible ? "cursor-default! text-ink-3!" : undefined}
        onClick={() => setPicking(!isImpossible)}
      >
        <Icon name="compare" />
        Compare
      </Button>
      <span id={reason} className="sr-only">
        {why}
      </span>
      {picking ? (
        <RunPicker
          open
          onClose={() => setPicking(false)}
          taken={[runId]}
          like={experiment}
          why={why}
          onPick={(id) => router.push(`/comparisons?runs=${id},${runId}`)}
        />
      ) : null}
    </>
  );
}
