import { Button, Form } from "@headroom/ui";
import { findElsewhere } from "../features/shell/find-elsewhere.ts";
import { MessagePage } from "../features/shell/message-page.tsx";

export default async function NotFound() {
  const elsewhere = await findElsewhere();
  if (elsewhere === null) {
    return (
      <MessagePage title="Page not found.">
        Check the address. What it showed may also have been deleted, or belong to another workspace.
      </MessagePage>
    );
  }
  const { kind, workspaceId, name, path } = elsewhere;
  return (
    <MessagePage
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
    </MessagePage>
  );
}
