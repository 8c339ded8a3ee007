"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { Button, Checkbox, ConfirmDialog, Dialog, Notice, RadioGroup } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { powersWords, ROLE_WORDS } from "./prepare-members.ts";
import type { MemberRole, MemberRow } from "./prepare-members.ts";

const ROLES = (["owner", "editor", "viewer"] as const).map((role) => ({
  value: role,
  label: ROLE_WORDS[role].label,
  hint: `${ROLE_WORDS[role].access}.`,
}));

/** Owners change roles and remove members; everyone else can only leave. */
export function MemberActions({ row, mayManage }: { row: MemberRow; mayManage: boolean }) {
  const [shown, setShown] = useState<"role" | "removal" | null>(null);
  if (row.isLastOwner) return <span className="text-12 text-ink-3">only owner</span>;
  const follow = (what: Exclude<typeof shown, null>) => (open: boolean) => setShown(open ? what : null);
  const may = mayManage || row.isViewer;
  return (
    <span className="inline-flex flex-wrap justify-end gap-2">
      {mayManage ? (
        <Button onClick={() => setShown("role")} aria-label={`Change the role of ${row.name}`}>
          Change role
        </Button>
      ) : null}
      {may ? (
        <Button
          onClick={() => setShown("removal")}
          aria-label={row.isViewer ? "Leave the workspace" : `Remove ${row.name}`}
        >
          {row.isViewer ? "Leave" : "Remove"}
        </Button>
      ) : null}
      {shown === "role" ? <RoleDialog row={row} onOpenChange={follow("role")} /> : null}
      {shown === "removal" ? <Removal row={row} onOpenChange={follow("removal")} /> : null}
    </span>
  );
}

function RoleDialog({ row, onOpenChange }: { row: MemberRow; onOpenChange: (open: boolean) => void }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [role, setRole] = useState<MemberRole>(row.role);
  const update = useMutation(
    trpc.settings.updateMember.mutationOptions({
      onSuccess: () => {
        onOpenChange(false);
        router.refresh();
      },
    }),
  );
  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={`Change the role of ${row.name}`}
      width="narrow"
      footer={
        <>
          <Button onClick={() => onOpenChange(false)}>Cancel</Button>
          <Button
            look="primary"
            busy={update.isPending}
            disabled={role === row.role}
            onClick={() => update.mutate({ personId: row.personId, role })}
          >
            Change role
          </Button>
        </>
      }
    >
      <RadioGroup label="Role" options={ROLES} value={role} onChange={setRole} />
      {row.role === "owner" && role !== "owner" ? (
        <p className="mt-3 text-13 leading-[19px] text-ink-2">
          Their tokens that can manage the workspace and their pending invitations are revoked.
        </p>
      ) : null}
      {update.isError ? (
        <Notice tone="bad" live className="mt-3">
          {formProblem(update.error, [])?.words}
        </Notice>
      ) : null}
    </Dialog>
  );
}

interface RemovalProps {
  row: MemberRow;
  onOpenChange: (open: boolean) => void;
}

function Removal({ row, onOpenChange }: RemovalProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [revokeShareLinks, setRevokeShareLinks] = useState(false);
  const powers = useQuery(trpc.settings.memberPowers.queryOptions({ personId: row.personId }));
  const remove = useMutation(trpc.settings.removeMember.mutationOptions());
  const words = powers.data ? powersWords(powers.data, row) : null;
  return (
    <ConfirmDialog
      open
      onOpenChange={onOpenChange}
      title={row.isViewer ? "Leave this workspace?" : `Remove ${row.name}?`}
      confirm={row.isViewer ? "Leave workspace" : "Remove member"}
      danger
      onConfirm={async () => {
        await remove.mutateAsync({ personId: row.personId, revokeShareLinks });
        if (row.isViewer) router.push("/");
        router.refresh();
      }}
    >
      {row.isViewer
        ? "You lose access immediately. Your runs, notes and comments stay. An owner can invite you again."
        : "They lose access immediately. Their runs, notes and comments stay. You can invite them again."}
      {powers.error === null ? null : (
        <span role="alert" className="mt-2 block text-bad">
          Couldn't check which tokens, invitations and share links are affected.
        </span>
      )}
      {words?.ends ? <span className="mt-2 block">{words.ends}</span> : null}
      {words?.shareLinks ? (
        <Checkbox
          className="mt-1"
          label={words.shareLinks}
          checked={revokeShareLinks}
          onChange={setRevokeShareLinks}
        />
      ) : null}
    </ConfirmDialog>
  );
}
