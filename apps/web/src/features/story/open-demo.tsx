"use client";

import { Button, Form, Icon } from "@headroom/ui";

/** Switches to the person's workspace with the demo, at its overview. */
export function OpenDemo({ workspaceId, name }: { workspaceId: string; name: string }) {
  return (
    <Form method="post" action="/workspaces/switch" className="contents">
      <input type="hidden" name="workspace" value={workspaceId} />
      <input type="hidden" name="next" value="/" />
      <Button type="submit">
        <Icon name="right" />
        See the demo in {name}
      </Button>
    </Form>
  );
}
