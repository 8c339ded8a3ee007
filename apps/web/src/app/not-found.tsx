import { MessagePage } from "../features/shell/message-page.tsx";

export default function NotFound() {
  return (
    <MessagePage title="There is no such page here.">
      The address may be mistyped, or what it showed was deleted or belongs to another workspace.
    </MessagePage>
  );
}
