"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { Button, CopyButton, Dialog, Notice } from "@headroom/ui";
import { useTRPC } from "../../trpc/client.tsx";

interface BadgeDialogProps {
  experimentId: string;
  name: string;
  /** Null: it has no badge. */
  url: string | null;
  page: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** An image for a README, which anyone with its address can see. */
export function BadgeDialog({ experimentId, name, url, page, open, onOpenChange }: BadgeDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const set = useMutation(trpc.experiment.setBadge.mutationOptions({ onSuccess: () => router.refresh() }));
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={`Badge of ${name}`}
      description="An image for a README: how the newest run of the default branch went, and when it was. Anyone with its address can see it without an account, with the experiment's name. It links to this page, for members only."
      footer={
        <Button
          look={url === null ? "primary" : "plain"}
          busy={set.isPending}
          onClick={() => set.mutate({ experimentId, on: url === null })}
        >
          {url === null ? "Turn on" : "Turn off"}
        </Button>
      }
    >
      {set.error ? (
        <Notice tone="bad" live className="mb-4">
          {set.error.message}
        </Notice>
      ) : null}
      {url === null ? null : <Shown markdown={markdownOf({ name, url, page })} url={url} name={name} />}
    </Dialog>
  );
}

function Shown({ markdown, url, name }: { markdown: string; url: string; name: string }) {
  return (
    <div className="flex flex-col items-start gap-4">
      {/* oxlint-disable-next-line next/no-img-element -- an SVG that changes: there is nothing to optimize */}
      <img src={url} alt={`Badge of ${name}`} height={20} />
      <code className="w-full rounded-control bg-neutral-soft px-3 py-2.5 font-mono text-12 wrap-anywhere">
        {markdown}
      </code>
      <CopyButton text={markdown} label="Copy Markdown" />
      <p className="text-13 text-ink-2">
        Turning it off takes effect within five minutes. If you turn it on again, it has another address.
      </p>
    </div>
  );
}

/** In Markdown, these would end the text of the image. */
function markdownOf({ name, url, page }: { name: string; url: string; page: string }): string {
  const text = name.replaceAll(/[\\[\]]/g, (letter) => `\\${letter}`);
  return `[![${text}](${url})](${page})`;
}
