"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { ReadinessAction } from "@headroom/contract";
import { Button, Field, Form, Notice, Sheet, SheetSection, SheetTitle, Tag, TextInput } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { gamedayAddress } from "../gameday/addresses.ts";
import { SEVERITIES } from "../gameday/prepare-gameday.ts";
import { formProblem } from "../shell/form-problem.ts";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { MemberLink } from "../shell/member-link.tsx";

interface ActionsSheetProps {
  peakDayId: string;
  actions: readonly ReadinessAction[];
  timeZone: string;
  mayEdit: boolean;
  guest: boolean;
}

/** What has to be done before the day, and by whom. */
export function ActionsSheet({ peakDayId, actions, timeZone, mayEdit, guest }: ActionsSheetProps) {
  if (actions.length === 0 && !mayEdit) return null;
  return (
    <Sheet label="Actions" className="mt-5">
      <SheetSection>
        <SheetTitle>Actions</SheetTitle>
        <ul className="mt-2 divide-y divide-line text-14">
          {actions.map((action) => (
            <ActionRow key={action.id} {...{ peakDayId, action, timeZone, mayEdit, guest }} />
          ))}
        </ul>
        {actions.length === 0 ? <p className="mt-1 text-13 text-ink-3">No actions yet.</p> : null}
        {mayEdit ? <AddAction peakDayId={peakDayId} /> : null}
      </SheetSection>
    </Sheet>
  );
}

function ActionRow({
  peakDayId,
  action,
  timeZone,
  mayEdit,
  guest,
}: Omit<ActionsSheetProps, "actions"> & { action: ReadinessAction }) {
  const { title, owner, dueAt, closedAt, finding } = action;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-2">
      <span className="min-w-0 wrap-anywhere">
        <span className={closedAt === null ? "font-semibold" : "text-ink-3 line-through"}>
          <bdi>{title}</bdi>
        </span>
        <span className="ml-2 text-13 text-ink-3">
          {owner ?? (closedAt === null ? "nobody yet" : "no owner")}
          {dueAt === null ? null : (
            <>
              , due <ViewerTime from={dueAt} timeZone={timeZone} />
            </>
          )}
          {finding === null ? null : (
            <>
              , found on{" "}
              <MemberLink guest={guest} href={gamedayAddress(finding.gameday.id)} className="hover:underline">
                <bdi>{finding.gameday.name}</bdi>
              </MemberLink>{" "}
              <Tag>{SEVERITIES[finding.severity]}</Tag>
            </>
          )}
        </span>
      </span>
      {mayEdit ? <CloseAction peakDayId={peakDayId} action={action} /> : null}
    </li>
  );
}

function CloseAction({ peakDayId, action }: { peakDayId: string; action: ReadinessAction }) {
  const trpc = useTRPC();
  const router = useRouter();
  const change = useMutation(
    trpc.readiness.changeAction.mutationOptions({ onSuccess: () => router.refresh() }),
  );
  const isClosed = action.closedAt !== null;
  return (
    <>
      <Button
        busy={change.isPending}
        onClick={() => change.mutate({ id: peakDayId, actionId: action.id, closed: !isClosed })}
      >
        {isClosed ? "Reopen" : "Close"}
      </Button>
      {change.isError ? (
        <Notice tone="bad" live>
          {formProblem(change.error, [])?.words}
        </Notice>
      ) : null}
    </>
  );
}

function AddAction({ peakDayId }: { peakDayId: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [title, setTitle] = useState("");
  const [owner, setOwner] = useState("");
  const add = useMutation(
    trpc.readiness.addAction.mutationOptions({
      onSuccess: () => {
        setTitle("");
        setOwner("");
        router.refresh();
      },
    }),
  );
  return (
    <Form
      aria-label="Add an action"
      className="mt-3 grid grid-cols-1 items-end gap-3 wide:grid-cols-[2fr_1fr_auto]"
      onSubmit={(event) => {
        event.preventDefault();
        if (title.trim() !== "") add.mutate({ id: peakDayId, title, owner, dueAt: null });
      }}
    >
      <Field label="Action" required>
        <TextInput value={title} onChange={setTitle} maxLength={200} autoComplete="off" />
      </Field>
      <Field label="Owner">
        <TextInput value={owner} onChange={setOwner} maxLength={200} autoComplete="off" />
      </Field>
      <Button type="submit" busy={add.isPending} disabled={title.trim() === ""}>
        Add action
      </Button>
      {add.isError ? (
        <Notice tone="bad" live>
          {formProblem(add.error, [])?.words}
        </Notice>
      ) : null}
    </Form>
  );
}
