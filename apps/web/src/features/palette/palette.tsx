"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useDeferredValue, useState } from "react";
import { CommandPalette } from "@headroom/ui";
import { TrpcProvider, useTRPC } from "../../trpc/client.tsx";
import { pageCommands } from "../shell/page-commands.ts";
import { chooseTheme } from "../shell/theme-choice.ts";
import { chosenOf, preparePalette } from "./prepare-palette.ts";

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
  // Of the moment it was opened: what is chosen is what was shown.
  const [commands] = useState(pageCommands);
  const asked = useDeferredValue(text.trim());
  const { data, isFetching, isError, isPlaceholderData } = useQuery({
    ...trpc.palette.find.queryOptions({ text: asked }),
    enabled: open,
    placeholderData: keepPreviousData,
  });
  const close = (stays: boolean) => {
    if (!stays) setText("");
    onOpenChange(stays);
  };
  const choose = (id: string) => {
    const chosen = chosenOf(id, commands);
    close(false);
    if (chosen.does === "theme") chooseTheme(chosen.theme);
    else if (chosen.does === "run") chosen.command.run?.();
    else if (chosen.href.includes("/export/")) window.location.assign(chosen.href);
    else router.push(chosen.href);
  };
  return (
    <CommandPalette
      open={open}
      onOpenChange={close}
      text={text}
      onText={setText}
      groups={preparePalette({
        text,
        found: data ?? null,
        isStale: isPlaceholderData || asked !== text.trim(),
        commands,
      })}
      busy={isFetching}
      empty={isError ? "Search failed. Try again." : `No results for “${asked}”.`}
      onChoose={choose}
    />
  );
}
