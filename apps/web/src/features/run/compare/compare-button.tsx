"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useId, useState } from "react";
import { Button, Icon, buttonClass } from "@headroom/ui";
import { AppLink } from "../../shell/app-link.tsx";
import { usePageCommands } from "../../shell/page-commands.ts";
import type { CompareModel } from "./prepare-compare.ts";

/** Loaded when it is first opened. */
const RunPicker = dynamic(() => import("./run-picker.tsx").then((module) => module.RunPicker), {
  ssr: false,
});

/** What people look for who want to compare. */
const SOUGHT_AS = "slower faster regressed change before after";

interface CompareButtonProps {
  model: CompareModel;
  /** Of what a page is for, `primary`. */
  look?: "plain" | "primary";
}

/** Opens the comparison of a run with its reference. Without one, offers the experiment's other runs. */
export function CompareButton({ model, look = "plain" }: CompareButtonProps) {
  usePageCommands(
    model.state === "resolved"
      ? [{ title: `Compare ${model.against}`, words: SOUGHT_AS, href: model.href }]
      : [],
  );
  if (model.state === "resolved") {
    return (
      <span title={model.why}>
        <AppLink href={model.href} className={buttonClass(look)}>
          <Icon name="compare" />
          Compare{" "}
          <span className={look === "plain" ? "font-normal text-ink-3" : "font-normal max-desk:sr-only"}>
            {model.against}
          </span>
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
  usePageCommands(
    isImpossible
      ? []
      : [{ title: "Compare with another run", words: SOUGHT_AS, run: () => setPicking(true) }],
  );
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
