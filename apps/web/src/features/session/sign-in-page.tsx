import { BrandMark, Button, Icon } from "@headroom/ui";
import type { SignInProblem, SignInStep } from "./sign-in-step.ts";

const words: Record<SignInProblem, string> = {
  link: "This sign-in link was used, has expired, or never was one.",
  origin: "The request did not come from this page. Open the link again.",
  button: "Open the link again and press the button.",
};

export function SignInPage({ step }: { step: Exclude<SignInStep, { kind: "go" }> }) {
  return (
    <main id="main" className="mx-auto flex min-h-dvh max-w-[440px] flex-col justify-center px-4 py-12">
      <p className="mb-6 flex items-center gap-2.5 text-15 font-[650] tracking-[-0.015em]">
        <BrandMark />
        Headroom
      </p>
      <div className="rounded-sheet border border-line bg-surface p-5 wide:p-6">
        {step.kind === "confirm" ? <Confirm link={step.link} /> : <Ask problem={step.problem} />}
      </div>
    </main>
  );
}

function Confirm({ link }: { link: string }) {
  return (
    <form method="post" action="/sign-in/open">
      <h1 className="text-21 font-semibold">Your link is ready</h1>
      <p className="mt-2 text-ink-2">
        It works once, so it is used by this button and not by opening the page.
      </p>
      <input type="hidden" name="link" value={link} />
      <Button type="submit" look="primary" className="mt-5 w-full">
        Sign in
      </Button>
    </form>
  );
}

function Ask({ problem }: { problem: SignInProblem | null }) {
  return (
    <>
      <h1 className="text-21 font-semibold">Sign in with a link</h1>
      {problem ? (
        <p role="status" className="mt-3 flex gap-2 text-bad">
          <Icon name="warning" className="mt-0.5" />
          {words[problem]}
        </p>
      ) : null}
      <p className="mt-3 text-ink-2">
        Each link works once. <code className="font-mono text-13 text-ink">npm start</code> prints a fresh one
        at every start, and keeps it as <code className="font-mono text-13 text-ink">ownerSignInUrl</code> in{" "}
        <code className="font-mono text-13 text-ink">.headroom/local.json</code>.
      </p>
    </>
  );
}
