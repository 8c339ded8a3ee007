import { Button, Command, Dialog } from "@headroom/ui";
import type { ReactNode } from "react";
import type { OpenDialog } from "./fresh-dialog.tsx";

interface TokenSecretProps extends OpenDialog {
  title: string;
  secret: string;
  /** Null: no command to try it with. */
  uploadsTo: string | null;
  children?: ReactNode;
}

/** The only time that the secret is shown. */
export function TokenSecret({ title, secret, uploadsTo, open, onOpenChange, children }: TokenSecretProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      description="Copy it now. Only its hash is stored, so it won't be shown again."
      footer={<Button onClick={() => onOpenChange(false)}>Done</Button>}
    >
      <Command text={secret} label="Token" />
      {children}
      {uploadsTo === null ? null : (
        <div className="mt-4">
          <p className="mb-2 text-13 text-ink-2">Upload a results file with it:</p>
          <Command text={uploadCommand(uploadsTo, secret)} label="Upload command" />
        </div>
      )}
    </Dialog>
  );
}

function uploadCommand(ingestUrl: string, token: string): string {
  return [
    `curl -sS '${ingestUrl}/v1/runs?service=checkout&experiment=first' \\`,
    `  -H "Authorization: Bearer ${token}" \\`,
    `  --data-binary @results.jtl`,
  ].join("\n");
}
