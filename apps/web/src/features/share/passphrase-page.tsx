import { Button, Field, Form, TextInput } from "@headroom/ui";
import { LinkPage } from "./link-page.tsx";
import type { SharedView } from "./shared-view.ts";

interface PassphrasePageProps {
  action: string;
  problem: string | string[] | undefined;
  /** Where the person goes then: the page of the link, or its wall. */
  view?: SharedView;
}

/** Works without scripts, because a link may be opened anywhere. */
export function PassphrasePage({ action, problem, view = "page" }: PassphrasePageProps) {
  const error = passphraseProblem(problem);
  return (
    <LinkPage title="Enter the passphrase.">
      <p>This link is protected. Ask the person who sent it for the passphrase.</p>
      <Form method="post" action={action} className="mt-5 flex flex-col gap-3">
        <input type="hidden" name="view" value={view} />
        <Field label="Passphrase" required error={error}>
          <TextInput type="password" name="passphrase" autoComplete="off" maxLength={200} />
        </Field>
        <Button type="submit" look="primary" className="self-start">
          Open report
        </Button>
      </Form>
    </LinkPage>
  );
}

const PROBLEMS: ReadonlyMap<unknown, string> = new Map([
  ["passphrase", "Wrong passphrase."],
  ["often", "Too many attempts. You can try again in 15 minutes or less."],
]);

/** The problem that the address names; anything else it says is ignored. */
export function passphraseProblem(problem: unknown): string | undefined {
  return PROBLEMS.get(problem);
}
