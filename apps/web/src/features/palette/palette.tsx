"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { CommandPalette } from "@headroom/ui";
import { TrpcProvider, useTRPC } from "../../trpc/client.tsx";
import { preparePalette } from "./prepare-palette.ts";

interface PaletteProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** Comes when it is first asked for: a page that nobody searches from does not carry it. */
export function Palette(props: PaletteProps) {
  return (
    <TrpcProvider>
      <FoundPalette {...props} />
    </TrpcProvider>
  );
}

function FoundPalette({ open, onOpenChange }: PaletteProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const [text, setText] = useState("");
  const asked = useDeferredValue(text.trim());
  const { data, isFetching, isError } = useQuery({
    ...trpc.palette.find.queryOptions({ text: asked }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const close = (stays: boolean) => {
    if (!stays) setText("");
    onOpenChange(stays);
  };
  return (
    <CommandPalette
      open={open}
      onOpenChange={close}
      text={text}
      onText={setText}
      groups={preparePalette(asked, data ?? null)}
      busy={isFetching}
      empty={isError ? "The search could not be asked. Try again." : `Nothing here is called “${asked}”.`}
      onChoose={(address) => {
        close(false);
        router.push(address);
      }}
    />
  );
}
