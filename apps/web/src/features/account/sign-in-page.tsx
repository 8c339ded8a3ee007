"use client";

import { Button, Form, Notice, buttonClass, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { CredentialsForm } from "./credentials-form.tsx";
import { Door } from "./door.tsx";
import type { SignInNews, SignInStep } from "./sign-in-step.ts";

const words: Record<SignInNews, { tone: "bad" | "good"; words: string }> = {
  link: { tone: "bad", words: "This sign-in link was used, has expired, or never was one." },
  origin: { tone: "bad", words: "The request did not come from this page. Open the link again." },
  button: { tone: "bad", words: "Open the link again and press the button." },
  service: {
    tone: "bad",
    words: "The sign-in service did not let you in. Try again, or sign in with a password.",
  },
  unconfirmed: {
    tone: "bad",
    words:
      "There is an account with this address, which was never confirmed. Choose a new password by mail once; then both ways lead in.",
  },
  closed: { tone: "bad", words: "Only people who were invited can sign up here." },
  reset: { tone: "good", words: "Your password is set, and every session has ended. Sign in with it." },
};

export function SignInPage({ step }: { step: Exclude<SignInStep, { kind: "go" }> }) {
  return step.kind === "confirm" ? <Confirm link={step.link} next={step.next} /> : <Ask step={step} />;
}

function Confirm({ link, next }: { link: string; next: string | null }) {
  return (
    <Door title="Your link is ready">
      <Form method="post" action="/sign-in/open">
        <p className="mt-2 text-ink-2">
          It works once, so it is used by this button and not by opening the page.
        </p>
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
          "New here? An owner of a workspace can invite you."
        ) : (
          <>
            New here?{" "}
            <AppLink href={signUpHref} className={textLinkClass}>
              Make an account
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
          <p className="mt-5 border-t border-line pt-4 text-12 text-ink-3">Or with a password</p>
        </>
      ) : null}
      <div className={services.length > 0 ? "mt-3" : "mt-5"}>
        <CredentialsForm onSignedIn={() => window.location.assign(next)} />
      </div>
      {printsLinks ? (
        <p className="mt-5 border-t border-line pt-4 text-13 text-ink-2">
          On this machine <code className="font-mono text-ink">npm start</code> prints a link that signs you
          in without a password, once.
        </p>
      ) : null}
    </Door>
  );
}
