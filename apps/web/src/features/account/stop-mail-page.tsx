import { Button, Form, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { Door } from "./door.tsx";

type StopMailStep = { kind: "ask"; action: string } | { kind: "stopped" } | { kind: "invalid" };

const toAccount = (
  <AppLink href="/account" className={textLinkClass}>
    Go to your account
  </AppLink>
);

/** Opening this page changes nothing, because link previews and mail scanners open it too. */
export function StopMailPage({ step }: { step: StopMailStep }) {
  switch (step.kind) {
    case "ask":
      return (
        <Door title="Stop this weekly mail?" aside={toAccount}>
          <p className="mt-2 text-ink-2">
            You'll no longer get the weekly mail that this link was in. Others, about other workspaces, still
            arrive.
          </p>
          <Form method="post" action={step.action}>
            <Button type="submit" look="primary" className="mt-5 w-full">
              Stop the mail
            </Button>
          </Form>
        </Door>
      );
    case "stopped":
      return (
        <Door title="Weekly mail stopped" aside={toAccount}>
          <p role="status" className="mt-2 text-ink-2">
            You won't get another one. You can turn it on again in your account.
          </p>
        </Door>
      );
    case "invalid":
      return (
        <Door title="This link is invalid" aside={toAccount}>
          <p className="mt-2 text-ink-2">
            It may be incomplete. Open the link in your latest weekly mail, or turn the mail off in your
            account.
          </p>
        </Door>
      );
  }
}
