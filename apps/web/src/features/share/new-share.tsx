"use client";

import { CONFIGURED_KINDS, COMMIT_KINDS } from "@headroom/core";
import type { SharedKind } from "@headroom/core";
import type { ShareSubject } from "@headroom/contract";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import {
  Button,
  Checkbox,
  CopyButton,
  Field,
  Form,
  Notice,
  Select,
  TextInput,
  formatInstant,
} from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem, problemAt } from "../shell/form-problem.ts";

const DAYS = [
  { value: "1", label: "1 day" },
  { value: "7", label: "7 days" },
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
] as const;

type Shows = "live" | "frozen";

/** What can be frozen, in words. */
const FREEZABLE: Partial<Record<ShareSubject["kind"], string>> = {
  rounds: "comparison",
  readiness: "report",
};

/** Creates a link. Its address is shown only once, because only the hash of its secret is stored. */
export function NewShare({ subject }: { subject: ShareSubject }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const [days, setDays] = useState<(typeof DAYS)[number]["value"]>("30");
  const [passphrase, setPassphrase] = useState("");
  const [shows, setShows] = useState<Shows>("live");
  const [shown, setShown] = useState<Shown>({ configuration: false, commits: false });
  const create = useMutation(
    trpc.share.create.mutationOptions({
      onSuccess: () => {
        setPassphrase("");
        return client.invalidateQueries(trpc.share.list.queryFilter({ subject }));
      },
    }),
  );
  const freezable = FREEZABLE[subject.kind];
  const problem = formProblem(create.error, ["passphrase"]);
  return (
    <Form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        create.mutate({
          subject,
          expiresInDays: Number(days),
          passphrase: passphrase === "" ? null : passphrase,
          frozen: freezable !== undefined && shows === "frozen",
          ...shown,
        });
      }}
    >
      {freezable === undefined ? null : <ShowsField thing={freezable} value={shows} onChange={setShows} />}
      <div className="grid grid-cols-1 gap-3 wide:grid-cols-2">
        <Field label="Expires after" required>
          <Select options={DAYS} value={days} onChange={setDays} />
        </Field>
        <Field
          label="Passphrase"
          hint="At least 8 characters. Don't send it together with the link."
          error={problemAt(problem, "passphrase")}
        >
          <TextInput
            type="text"
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={passphrase}
            onChange={setPassphrase}
          />
        </Field>
      </div>
      <ShownFields kind={subject.kind} shown={shown} onChange={setShown} />
      <ProblemAbove words={problemAt(problem, null)} />
      <Button type="submit" look="primary" busy={create.isPending} className="self-start">
        Create link
      </Button>
      {create.data ? <Made address={create.data.address} expiresAt={create.data.expiresAt} /> : null}
    </Form>
  );
}

interface Shown {
  configuration: boolean;
  commits: boolean;
}

/** What of the runs is shown beside their figures, for kinds of links that can show it. */
function ShownFields({
  kind,
  shown,
  onChange,
}: {
  kind: SharedKind;
  shown: Shown;
  onChange: (shown: Shown) => void;
}) {
  return (
    <>
      {CONFIGURED_KINDS.some((one) => one === kind) ? (
        <Checkbox
          label="Show configuration and changes"
          hint="The configuration of the runs, and what was changed for them."
          checked={shown.configuration}
          onChange={(configuration) => onChange({ ...shown, configuration })}
        />
      ) : null}
      {COMMIT_KINDS.some((one) => one === kind) ? (
        <Checkbox
          label="Show commits and branches"
          hint="Of the runs. Names of branches can say more than outsiders should know."
          checked={shown.commits}
          onChange={(commits) => onChange({ ...shown, commits })}
        />
      ) : null}
    </>
  );
}

function ProblemAbove({ words }: { words: string | undefined }) {
  if (words === undefined) return null;
  return (
    <Notice tone="bad" live>
      {words}
    </Notice>
  );
}

interface ShowsFieldProps {
  thing: string;
  value: Shows;
  onChange: (value: Shows) => void;
}

function ShowsField({ thing, value, onChange }: ShowsFieldProps) {
  const [openedAt] = useState(() => formatInstant(new Date(), browserZone()));
  const options = [
    { value: "live", label: "Live: always the latest" },
    { value: "frozen", label: `Snapshot of ${openedAt}` },
  ] as const;
  return (
    <Field
      label="Shows"
      hint={`A snapshot of the ${thing} never changes. If later runs contradict it, it says so on top.`}
      required
    >
      <Select options={options} value={value} onChange={onChange} />
    </Field>
  );
}

const LOOPBACK = new Set(["127.0.0.1", "localhost", "[::1]"]);

function browserZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function Made({ address, expiresAt }: { address: string; expiresAt: Date }) {
  const { hostname } = new URL(address);
  return (
    <Notice tone="good" live title="Link created.">
      Copy it now, because it won't be shown again. It expires {formatInstant(expiresAt, browserZone())}.
      {LOOPBACK.has(hostname) ? (
        <p className="mt-1 font-medium text-unsure">
          Only this computer can open it, because Headroom's address is {hostname}. Set HEADROOM_WEB_URL to an
          address that others can reach.
        </p>
      ) : null}
      <span className="mt-2 flex items-center gap-2">
        <TextInput
          aria-label="Share link"
          readOnly
          mono
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <CopyButton text={address} name="Copy the link" />
      </span>
    </Notice>
  );
}
