import type { ReactNode } from "react";
import { Muted, Notice, PageHead, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { EmailForm } from "./email-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RenameForm } from "./rename-form.tsx";
import { SessionsSheet } from "./sessions-sheet.tsx";
import type { SessionRow } from "./sessions-sheet.tsx";
import { WeeklyMailPart } from "./weekly-mail-part.tsx";
import type { WeeklyMailPartProps } from "./weekly-mail-part.tsx";

interface AccountPageProps {
  name: string;
  email: string;
  hasPassword: boolean;
  mailIsSent: boolean;
  /** The names of the sign-in services linked to this account. */
  services: readonly string[];
  sessions: readonly SessionRow[];
  weekly: Pick<WeeklyMailPartProps, "rows" | "addressConfirmed">;
  timeZone: string;
}

export function AccountPage(props: AccountPageProps) {
  const { name, email, hasPassword, mailIsSent, services, sessions, weekly, timeZone } = props;
  const browsers = sessions.length === 1 ? "in this browser only" : `in ${sessions.length} browsers`;
  return (
    <div className="mx-auto max-w-[760px]">
      <PageHead
        sentence={
          <>
            Signed in as {email} <Muted>{browsers}.</Muted>
          </>
        }
      />
      <div className="flex flex-col gap-5">
        <Part id="account-name" title="Name">
          <RenameForm name={name} />
        </Part>
        <Part id="account-email" title="Email">
          <EmailForm email={email} hasPassword={hasPassword} mailIsSent={mailIsSent} />
        </Part>
        <Part id="account-password" title="Password">
          {services.length > 0 ? (
            <p className="mt-1 text-13 text-ink-2">You can also sign in with {services.join(" or ")}.</p>
          ) : null}
          {hasPassword ? null : (
            <Notice className="mt-3">
              You don't have a password yet. You signed in with a link or another service.
            </Notice>
          )}
          <PasswordForm hasPassword={hasPassword} email={email} />
        </Part>
        {weekly.rows.length === 0 ? null : (
          <Part id="account-weekly" title="Weekly mail">
            <WeeklyMailPart {...weekly} mailIsSent={mailIsSent} timeZone={timeZone} />
          </Part>
        )}
        <SessionsSheet sessions={sessions} timeZone={timeZone} />
      </div>
    </div>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <Sheet labelledBy={id}>
      <SheetSection>
        <SheetTitle id={id}>{title}</SheetTitle>
        {children}
      </SheetSection>
    </Sheet>
  );
}
