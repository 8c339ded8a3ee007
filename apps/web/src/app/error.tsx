"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { Button } from "@headroom/ui";
import { MessagePage } from "../features/shell/message-page.tsx";

interface ErrorPageProps {
  error: Error & { digest?: string };
  reset: () => void;
}

export default function ErrorPage({ error, reset }: ErrorPageProps) {
  const router = useRouter();
  const again = () =>
    startTransition(() => {
      router.refresh();
      reset();
    });
  return (
    <MessagePage title="Couldn't load this page." action={<Button onClick={again}>Try again</Button>}>
      Nothing was lost. If the database is starting up, try again in a moment.
      {error.digest ? (
        <span className="mt-2 block font-mono text-12 text-ink-3">Error {error.digest}</span>
      ) : null}
    </MessagePage>
  );
}
