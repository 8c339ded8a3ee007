import type { Metadata } from "next";
import { Button, Form } from "@headroom/ui";
import { ShortcutKeys } from "../features/palette/shortcut-keys.tsx";
import { findElsewhere } from "../features/shell/find-elsewhere.ts";
import { Message, MessagePage } from "../features/shell/message-page.tsx";
import { Shell } from "../features/shell/shell.tsx";
import { readViewer } from "../features/shell/viewer.ts";
import { findSignedIn } from "../server/session.ts";

export const metadata: Metadata = { title: "Page not found · Headroom" };

/** Members keep their navigation. */
export default async function NotFound() {
  if ((await findSignedIn()) === null)
    return (
      <MessagePage title="Page not found.">
        Check the address. What it showed may also have been deleted.
      </MessagePage>
    );
  return (
    <>
      <Shell crumbs={[{ label: "Page not found" }]} viewer={await readViewer()}>
        <div className="max-w-[520px] py-12">
          <MissingPage />
        </div>
      </Shell>
      <ShortcutKeys />
    </>
  );
}

async function MissingPage() {
  const elsewhere = await findElsewhere();
  if (elsewhere === null)
    return (
      <Message title="Page not found.">
        Check the address. What it showed may also have been deleted, or belong to another workspace.
      </Message>
    );
  const { kind, workspaceId, name, path } = elsewhere;
  return (
    <Message
      title={`This ${kind} is in ${name}.`}
      action={
        <Form method="post" action="/workspaces/switch">
          <input type="hidden" name="workspace" value={workspaceId} />
          <input type="hidden" name="next" value={path} />
          <Button type="submit" look="primary">
            Switch workspace
          </Button>
        </Form>
      }
    >
      You are a member of that workspace too. Switch to it to see the {kind}.
    </Message>
  );
}
