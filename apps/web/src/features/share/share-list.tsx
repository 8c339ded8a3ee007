"use client";

import type { ShareSubject } from "@headroom/contract";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Button, Icon, Notice, Skeleton } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { prepareShareList } from "./prepare-share-list.ts";
import type { ShareRow } from "./prepare-share-list.ts";

/** The links of one thing, and how often each was opened. */
export function ShareList({ subject }: { subject: ShareSubject }) {
  const trpc = useTRPC();
  const client = useQueryClient();
  const links = useQuery({ ...trpc.share.list.queryOptions({ subject }), staleTime: 0 });
  const revoke = useMutation(
    trpc.share.revoke.mutationOptions({
      onSettled: () => client.invalidateQueries(trpc.share.list.queryFilter({ subject })),
    }),
  );
  if (links.isPending) return <Skeleton className="h-14" />;
  if (links.isError)
    return (
      <Notice tone="bad" live action={<Button onClick={() => void links.refetch()}>Try again</Button>}>
        Couldn't load the links.
      </Notice>
    );
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const rows = prepareShareList(links.data, zone);
  return (
    <section aria-labelledby="share-links" className="border-t border-line pt-4">
      <h3 id="share-links" className="text-13 font-semibold">
        Existing links
      </h3>
      {rows.length === 0 ? (
        <p className="mt-1 text-13 text-ink-2">
          None yet. Every link you create is listed here, even after it is revoked.
        </p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {rows.map((row) => (
            <Row
              key={row.id}
              row={row}
              busy={revoke.isPending && revoke.variables.shareId === row.id}
              onRevoke={() => revoke.mutate({ shareId: row.id })}
            />
          ))}
        </ul>
      )}
      {revoke.isError ? (
        <Notice tone="bad" live className="mt-2">
          {formProblem(revoke.error, [])?.words}
        </Notice>
      ) : null}
    </section>
  );
}

function Row({ row, busy, onRevoke }: { row: ShareRow; busy: boolean; onRevoke: () => void }) {
  const open = row.state === "open";
  return (
    <li className="flex items-start gap-3 py-2.5 text-13">
      <Icon name={open ? "met" : "none"} className={open ? "mt-0.5 text-good" : "mt-0.5 text-ink-3"} />
      <div className="min-w-0 flex-1">
        <p className={open ? "font-medium" : "font-medium text-ink-2"}>{row.title}</p>
        <p className="text-12 text-ink-2">{row.opened}</p>
        <p className="text-12 [overflow-wrap:anywhere] text-ink-3">{row.detail}</p>
      </div>
      {open ? (
        <Button look="danger" busy={busy} onClick={onRevoke}>
          Revoke
        </Button>
      ) : null}
    </li>
  );
}
