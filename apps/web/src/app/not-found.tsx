import { Button, Form } from "@headroom/ui";
import { findElsewhere } from "../features/shell/find-elsewhere.ts";
import { MessagePage } from "../features/shell/message-page.tsx";

export default async function NotFound() {
  const elsewhere = await findElsewhere();
  if (elsewhere === null) {
    return (
      <MessagePage title="There is no such page here.">
        The address may be mistyped, or what it showed was deleted or belongs to another workspace.
      </MessagePage>
    );
  }
  const { kind, workspaceId, name, path } = elsewhere;
  return (
    <MessagePage
      title={`This ${kind} lies in ${name}.`}
      action={
        <Form method="post" action="/workspaces/switch">
          <input type="hidden" name="workspace" value={workspaceId} />
          <input type="hidden" name="next" value={path} />
          <Button type="submit" look="primary">
            Switch to it
          </Button>
        </Form>
      }
    >
      You are a member of both workspaces, and work in another one just now.
    </MessagePage>
  );
}
