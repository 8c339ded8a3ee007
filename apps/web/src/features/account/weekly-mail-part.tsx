"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { BareButton, Notice, Switch, textLinkClass } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { AppLink } from "../shell/app-link.tsx";
import { formProblem } from "../shell/form-problem.ts";
import { ViewerTime, useViewerZone } from "../shell/viewer-time.tsx";

interface WeeklyMailRow {
  workspaceId: string;
  workspaceName: string;
  on: { timeZone: string; dueAt: string } | null;
}

export interface WeeklyMailPartProps {
  rows: readonly WeeklyMailRow[];
  addressConfirmed: boolean;
  mailIsSent: boolean;
  /** The viewer's. */
  timeZone: string;
}

/** Which workspaces this person gets a weekly mail about. */
export function WeeklyMailPart({ rows, addressConfirmed, mailIsSent, timeZone: known }: WeeklyMailPartProps) {
  const timeZone = useViewerZone(known);
  const trpc = useTRPC();
  const router = useRouter();
  const set = useMutation(trpc.account.setWeeklyMail.mutationOptions({ onSettled: () => router.refresh() }));
  const canStart = mailIsSent && addressConfirmed;
  return (
    <>
      <p className="mt-1 text-13 text-ink-2">
        On Mondays at 8: what got worse since the last mail, which proofs need a new run, and the next peak
        day.
      </p>
      <Obstacle mailIsSent={mailIsSent} addressConfirmed={addressConfirmed} />
      {set.isError ? (
        <Notice tone="bad" live className="mt-3">
          {formProblem(set.error, [])?.words}
        </Notice>
      ) : null}
      <ul className="mt-2 flex flex-col gap-1">
        {rows.map((row) => (
          <Row
            key={row.workspaceId}
            row={row}
            timeZone={timeZone}
            canStart={canStart}
            busy={set.isPending}
            onSet={(zone) => set.mutate({ workspaceId: row.workspaceId, timeZone: zone })}
          />
        ))}
      </ul>
    </>
  );
}

function Obstacle({
  mailIsSent,
  addressConfirmed,
}: Pick<WeeklyMailPartProps, "mailIsSent" | "addressConfirmed">) {
  if (!mailIsSent)
    return (
      <Notice className="mt-3">
        This server doesn't send email. The people who run it can set{" "}
        <code className="font-mono">HEADROOM_SMTP_URL</code>.
      </Notice>
    );
  if (addressConfirmed) return null;
  return (
    <Notice className="mt-3">
      Your email address isn't confirmed yet.{" "}
      <AppLink href="/reset" className={textLinkClass}>
        Reset your password
      </AppLink>
      : opening the link in that email confirms the address.
    </Notice>
  );
}

interface RowProps {
  row: WeeklyMailRow;
  timeZone: string;
  canStart: boolean;
  busy: boolean;
  onSet: (timeZone: string | null) => void;
}

function Row({ row: { workspaceName, on }, timeZone, canStart, busy, onSet }: RowProps) {
  return (
    <li>
      <Switch
        label={<bdi>{workspaceName}</bdi>}
        checked={on !== null}
        disabled={busy || (on === null && !canStart)}
        onChange={(checked) => onSet(checked ? timeZone : null)}
      />
      {on !== null && canStart ? (
        <p className="ml-9.5 text-12 text-ink-3">
          Next: <ViewerTime from={on.dueAt} timeZone={timeZone} />
          {on.timeZone === timeZone ? null : (
            <>
              , at 8 in {on.timeZone}.{" "}
              <BareButton className={textLinkClass} disabled={busy} onClick={() => onSet(timeZone)}>
                Use {timeZone}
              </BareButton>
            </>
          )}
        </p>
      ) : null}
    </li>
  );
}
