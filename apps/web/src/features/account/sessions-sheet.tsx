"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, Notice, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";
import { ViewerTime } from "../shell/viewer-time.tsx";
import { formProblem } from "../shell/form-problem.ts";

export interface SessionRow {
  id: string;
  device: string;
  openedAt: string;
  seenAt: string | null;
  current: boolean;
}

/** Where this person is signed in, with buttons to sign out. */
export function SessionsSheet({ sessions, timeZone }: { sessions: readonly SessionRow[]; timeZone: string }) {
  const trpc = useTRPC();
  const router = useRouter();
  const close = useMutation(
    trpc.account.closeSessions.mutationOptions({ onSettled: () => router.refresh() }),
  );
  const everywhere = useMutation(
    trpc.account.signOutEverywhere.mutationOptions({
      onSuccess: () => window.location.assign("/sign-in"),
    }),
  );
  const problem = formProblem(close.error ?? everywhere.error, []);
  const others = sessions.length - 1;
  return (
    <Sheet labelledBy="account-sessions">
      <SheetSection>
        <SheetTitle id="account-sessions">Sessions</SheetTitle>
        <p className="mt-1 text-13 text-ink-2">
          A session ends after two weeks without use, and after 90 days at the latest.
        </p>
        {problem ? (
          <Notice tone="bad" live className="mt-3">
            {problem.words}
          </Notice>
        ) : null}
      </SheetSection>
      <ul className="divide-y divide-line">
        {sessions.map((session) => (
          <Session
            key={session.id}
            session={session}
            timeZone={timeZone}
            closing={close.isPending && close.variables.sessionId === session.id}
            onClose={() => close.mutate({ sessionId: session.id })}
          />
        ))}
      </ul>
      <SheetSection className="flex flex-wrap gap-2">
        {others > 0 ? (
          <Button
            busy={close.isPending && close.variables.sessionId === null}
            onClick={() => close.mutate({ sessionId: null })}
          >
            Sign out everywhere else
          </Button>
        ) : null}
        <Button look="danger" busy={everywhere.isPending} onClick={() => everywhere.mutate()}>
          Sign out everywhere
        </Button>
      </SheetSection>
    </Sheet>
  );
}

interface SessionProps {
  session: SessionRow;
  timeZone: string;
  closing: boolean;
  onClose: () => void;
}

function Session({ session, timeZone, closing, onClose }: SessionProps) {
  const { device, openedAt, seenAt, current } = session;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-3 wide:px-5">
      <div className="min-w-0">
        <p className="text-14 font-medium wrap-anywhere">{device}</p>
        <p className="mt-0.5 text-12 text-ink-3">
          signed in <ViewerTime from={openedAt} timeZone={timeZone} />
          {seenAt === null ? null : (
            <>
              , last active <ViewerTime from={seenAt} timeZone={timeZone} />
            </>
          )}
        </p>
      </div>
      {current ? (
        <span className="text-13 text-ink-2">This session</span>
      ) : (
        <Button aria-label={`Sign out ${device}`} busy={closing} onClick={onClose}>
          Sign out
        </Button>
      )}
    </li>
  );
}
