"use client";

import { Button, Form, Notice, buttonClass, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { Door } from "./door.tsx";
import type { SignInNews, SignInStep } from "./sign-in-step.ts";

const words: Record<SignInNews, { tone: "bad" | "good"; words: string }> = {
  link: { tone: "bad", words: "This sign-in link is invalid, expired or already used. Ask for a new one." },
  origin: { tone: "bad", words: "That request didn't come from this page. Open the link again." },
  button: { tone: "bad", words: "Open the link again and press “Sign in”." },
  service: {
    tone: "bad",
    words: "You couldn't be signed in with that service. Try again, or sign in with a password.",
  },
  unconfirmed: {
    tone: "bad",
    words:
      "There is an account with this address, but the address was never confirmed. Reset your password by email once; after that, you can sign in either way.",
  },
  closed: { tone: "bad", words: "Sign-up is by invitation only. Ask a workspace owner to invite you." },
  reset: {
    tone: "good",
    words: "Password changed, and you're signed out everywhere. Sign in with the new one.",
  },
};

export function SignInPage({ step }: { step: Exclude<SignInStep, { kind: "go" }> }) {
  return step.kind === "confirm" ? <Confirm link={step.link} next={step.next} /> : <Ask step={step} />;
}

function Confirm({ link, next }: { link: string; next: string | null }) {
  return (
    <Door title="Sign in with your link">
      <Form method="post" action="/sign-in/open">
        <p className="mt-2 text-ink-2">The link works only once. Press the button to use it.</p>
        <input type="hidden" name="link" value={link} />
        {next === null ? null : <input type="hidden" name="next" value={next} />}
        <Button type="submit" look="primary" className="mt-5 w-full">
          Sign in
        </Button>
      </Form>
    </Door>
  );
}

function Ask({ step }: { step: Extract<SignInStep, { kind: "ask" }> }) {
  const { news, next, services, signUpHref, printsLinks } = step;
  return (
    <Door
      title="Sign in"
      aside={
        signUpHref === null ? (
          "New here? Ask a workspace owner to invite you."
        ) : (
          <>
            New here?{" "}
            <AppLink href={signUpHref} className={textLinkClass}>
              Create an account
            </AppLink>
          </>
        )
      }
    >
      {news ? (
        <div role="status" className="mt-4">
          <Notice tone={words[news].tone}>{words[news].words}</Notice>
        </div>
      ) : null}
      {services.length > 0 ? (
        <>
          <ul className="mt-5 flex flex-col gap-2">
            {services.map(({ name, href }) => (
              <li key={href}>
                <a href={href} className={buttonClass("plain", "w-full")}>
                  Sign in with {name}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-5 border-t border-line pt-4 text-12 text-ink-3">Or sign in with a password</p>
        </>
      ) : null}
      <div className={services.length > 0 ? "mt-3" : "mt-5"}>
        <CredentialsForm onSignedIn={() => window.location.assign(next)} />
      </div>
      {printsLinks ? (
        <p className="mt-5 border-t border-line pt-4 text-13 text-ink-2">
          On this machine, <code className="font-mono text-ink">npm start</code> prints a one-time link that
          signs you in without a password.
        </p>
      ) : null}
    </Door>
  );
}
