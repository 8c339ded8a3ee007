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

/** Loads on first use, so that a page nobody searches from doesn't carry it. */
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
      empty={isError ? "Search failed. Try again." : `No results for “${asked}”.`}
      onChoose={(address) => {
        close(false);
        router.push(address);
      }}
    />
  );
}
