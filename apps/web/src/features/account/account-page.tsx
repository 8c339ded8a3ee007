import type { ReactNode } from "react";
import { Muted, Notice, PageHead, Sheet, SheetSection, SheetTitle } from "@headroom/ui";
import { EmailForm } from "./email-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { RenameForm } from "./rename-form.tsx";
import { SessionsSheet } from "./sessions-sheet.tsx";
import type { SessionRow } from "./sessions-sheet.tsx";

interface AccountPageProps {
  name: string;
  email: string;
  hasPassword: boolean;
  mailIsSent: boolean;
  /** By name, the sign-in services that know this person. */
  services: readonly string[];
  sessions: readonly SessionRow[];
  timeZone: string;
}

export function AccountPage(props: AccountPageProps) {
  const { name, email, hasPassword, mailIsSent, services, sessions, timeZone } = props;
  const places = sessions.length === 1 ? "here alone" : `in ${sessions.length} places`;
  return (
    <div className="mx-auto max-w-[760px]">
      <PageHead
        sentence={
          <>
            {email} <Muted>is signed in {places}.</Muted>
          </>
        }
      />
      <div className="flex flex-col gap-5">
        <Part id="account-name" title="Name">
          <RenameForm name={name} />
        </Part>
        <Part id="account-email" title="Address">
          <EmailForm email={email} hasPassword={hasPassword} mailIsSent={mailIsSent} />
        </Part>
        <Part id="account-password" title="Password">
          {services.length > 0 ? (
            <p className="mt-1 text-13 text-ink-2">You sign in with {services.join(" and ")} too.</p>
          ) : null}
          {hasPassword ? null : (
            <Notice className="mt-3">You have none yet: you came in by a link or another service.</Notice>
          )}
          <PasswordForm hasPassword={hasPassword} email={email} />
        </Part>
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
