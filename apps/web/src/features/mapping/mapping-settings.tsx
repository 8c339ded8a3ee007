"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Notice, RadioGroup, SheetSection, SheetTitle, Switch } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { choiceOfRule, ruleOfChoice } from "./prepare-mapping.ts";
import type { MappingModel } from "./prepare-mapping.ts";

interface MappingSettingsProps {
  service: string;
  choices: MappingModel["choices"];
  chosen: string;
  foldPaths: boolean;
  mayEdit: boolean;
}

/** What requests are counted from, and how paths become labels. Each change applies at once. */
export function MappingSettings({ service, choices, chosen, foldPaths, mayEdit }: MappingSettingsProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const update = useMutation(trpc.mapping.update.mutationOptions({ onSuccess: () => router.refresh() }));
  // Until the page is read again, it is as this person left it.
  const kept = update.data ?? { rule: ruleOfChoice(chosen), foldPaths };
  const asked = update.isPending ? update.variables : undefined;
  const rule = asked?.rule === undefined ? kept.rule : asked.rule;
  const disabled = !mayEdit || update.isPending;
  return (
    <>
      <SheetSection>
        <SheetTitle>Source of requests</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          Sources can report the same requests, so only one of them counts. A change applies to what arrives
          from now on. What was counted stays as it is.
        </p>
        <RadioGroup
          label="Source of requests"
          className="mt-2"
          options={choices.map((choice) => ({ ...choice, disabled }))}
          value={choiceOfRule(rule)}
          onChange={(choice) => update.mutate({ service, rule: ruleOfChoice(choice) })}
        />
      </SheetSection>
      <SheetSection>
        <SheetTitle>IDs in paths</SheetTitle>
        <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
          Folded, <code>/users/123</code> and <code>/users/456</code> are one label,{" "}
          <code>/users/{"{id}"}</code>. Otherwise each is a label of its own, and the query string is kept.
        </p>
        <Switch
          className="mt-2"
          label="Fold IDs in paths"
          checked={asked?.foldPaths ?? kept.foldPaths}
          disabled={disabled}
          onChange={(fold) => update.mutate({ service, foldPaths: fold })}
        />
        {update.isError ? (
          <Notice tone="bad" live className="mt-2">
            {formProblem(update.error, [])?.words}
          </Notice>
        ) : null}
      </SheetSection>
    </>
  );
}
