"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Command, Dialog, Field, Select, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";
import { FormDialog } from "./form-dialog.tsx";
import { FreshDialog } from "./fresh-dialog.tsx";
import type { OpenDialog } from "./fresh-dialog.tsx";
import { ciSystemOf, typedClaims } from "./prepare-ci-identities.ts";
import type { TypedJob } from "./prepare-ci-identities.ts";
import { ANY_SERVICE, ScopesField, ServiceField } from "./token-fields.tsx";
import type { Scope } from "./token-fields.tsx";

interface NewCiIdentityProps {
  /** At least one. */
  issuers: readonly { value: string; label: string }[];
  services: readonly { slug: string; name: string }[];
}

export function NewCiIdentity(props: NewCiIdentityProps) {
  return (
    <FreshDialog label="New CI identity">
      {(dialog) => <NewCiIdentityDialog {...props} {...dialog} />}
    </FreshDialog>
  );
}

function NewCiIdentityDialog({ issuers, services, ...dialog }: NewCiIdentityProps & OpenDialog) {
  const trpc = useTRPC();
  const [issuer, setIssuer] = useState(issuers[0]?.value ?? "");
  const [job, setJob] = useState<TypedJob>({ project: "", branch: "", environment: "" });
  const [scopes, setScopes] = useState<readonly Scope[]>(["ingest", "read"]);
  const [service, setService] = useState(ANY_SERVICE);
  const create = useMutation(trpc.settings.createCiIdentity.mutationOptions());
  const problem = formProblem(create.error, ["issuer"]);
  const project = job.project.trim();
  if (create.data) return <Created {...dialog} project={project} audience={create.data.audience} />;
  return (
    <FormDialog
      {...dialog}
      title="New CI identity"
      description="Jobs that match all of this can upload without a stored token."
      action="Create CI identity"
      busy={create.isPending}
      ready={project !== "" && scopes.length > 0}
      onSend={() =>
        create.mutate({
          name: project.slice(0, 200),
          issuer,
          claims: typedClaims(issuer, job),
          scopes: [...scopes],
          service: service === ANY_SERVICE ? null : service,
        })
      }
      problem={problemAt(problem, null)}
    >
      <Field label="CI system" required error={problemAt(problem, "issuer")}>
        <Select options={issuers} value={issuer} onChange={setIssuer} />
      </Field>
      <JobFields issuer={issuer} job={job} onChange={setJob} />
      <ScopesField scopes={scopes} onChange={setScopes} />
      <ServiceField
        options={services.map(({ slug, name }) => ({ value: slug, label: name }))}
        value={service}
        onChange={setService}
      />
    </FormDialog>
  );
}

interface JobFieldsProps {
  issuer: string;
  job: TypedJob;
  onChange: (job: TypedJob) => void;
}

function JobFields({ issuer, job, onChange }: JobFieldsProps) {
  const { project, projectHint } = ciSystemOf(issuer);
  return (
    <>
      <Field label={project} required hint={projectHint}>
        <TextInput
          value={job.project}
          onChange={(typed) => onChange({ ...job, project: typed })}
          maxLength={500}
          autoComplete="off"
        />
      </Field>
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
        <Field label="Branch" hint="Leave empty for all branches and pull requests.">
          <TextInput
            value={job.branch}
            onChange={(branch) => onChange({ ...job, branch })}
            maxLength={400}
            autoComplete="off"
          />
        </Field>
        <Field label="Environment" hint="Leave empty for all jobs.">
          <TextInput
            value={job.environment}
            onChange={(environment) => onChange({ ...job, environment })}
            maxLength={400}
            autoComplete="off"
          />
        </Field>
      </div>
    </>
  );
}

function Created({ project, audience, ...dialog }: OpenDialog & { project: string; audience: string }) {
  return (
    <Dialog
      {...dialog}
      title={`Jobs of ${project} are trusted`}
      description="Use this audience in their configuration. It isn't a secret, and the list shows it, too."
      footer={<Button onClick={() => dialog.onOpenChange(false)}>Done</Button>}
    >
      <Command text={audience} label="Audience" />
      <p className="mt-4 text-13 text-ink-2">
        On GitHub, it is the input <code className="font-mono">identity</code> of the action, or the variable
        HEADROOM_IDENTITY. On GitLab, it is the <code className="font-mono">aud</code> of HEADROOM_ID_TOKEN
        under <code className="font-mono">id_tokens</code>.
      </p>
    </Dialog>
  );
}
