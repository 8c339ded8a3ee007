"use client";

import type { ExperimentDetail, ExperimentSuggestions } from "@headroom/services";
import { Button, Form, Notice, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { ConflictNotice } from "./conflict-notice.tsx";
import { ExperimentFields } from "./experiment-fields.tsx";
import { prepareStated } from "./prepare-stated.ts";
import { experimentAddress } from "./search-params.ts";
import { useExperimentForm } from "./use-experiment-form.ts";

interface ExperimentFormProps {
  /** Null: a new one. */
  experiment: ExperimentDetail | null;
  /** Of a new one, where the address says it. */
  service?: string;
  suggestions: ExperimentSuggestions;
}

export function ExperimentForm({ experiment, service = "", suggestions }: ExperimentFormProps) {
  const form = useExperimentForm(experiment, service);
  const { values, joined, problem, submit } = form;
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {joined ? <ConflictNotice joined={joined} onTake={form.takeTheirs} /> : null}
      {problem && problem.field === null ? (
        <Notice tone="bad" live className="mb-4">
          {problem.words}
        </Notice>
      ) : null}
      {experiment?.stated ? (
        <Notice className="mb-4">
          This experiment is stated in {prepareStated(experiment.stated).file}. Change it there too: the next
          upload with the file replaces what you save here.
        </Notice>
      ) : null}
      <Sheet label="Experiment">
        <ExperimentFields
          values={values}
          onChange={form.change}
          isNew={experiment === null}
          suggestions={suggestions}
          problem={problem}
          showAllErrors={form.tried}
        />
        <div className="flex flex-wrap items-center gap-2 border-t border-line px-4 py-3.5 wide:px-5">
          <Button type="submit" look="primary" busy={form.busy} disabled={!form.changed}>
            {experiment ? (joined ? "Save my version" : "Save") : "Create experiment"}
          </Button>
          <AppLink
            href={experiment ? experimentAddress(experiment.id) : "/experiments"}
            className={buttonClass("quiet")}
          >
            Cancel
          </AppLink>
          {experiment && form.changesTargets ? (
            <span className="text-12 text-ink-3">
              Changed targets become a new version. Existing runs keep the version they were judged by until
              you judge them again.
            </span>
          ) : null}
        </div>
      </Sheet>
    </Form>
  );
}
