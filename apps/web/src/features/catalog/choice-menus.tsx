"use client";

import { plural } from "@headroom/core/format";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { CatalogChoice, CatalogChoices } from "@headroom/services";
import { Icon, Menu, buttonClass } from "@headroom/ui";
import type { MenuGroup } from "@headroom/ui";
import { TrpcProvider, useTRPC } from "../../trpc/client.tsx";
import { CHOICE_WORDS } from "./choice-words.ts";
import { CHOICES } from "./search-params.ts";
import type { CatalogQuery, Choice } from "./search-params.ts";

interface ChoiceMenusProps {
  query: CatalogQuery;
  onChoose: (choice: Choice, value: string) => void;
}

export function ChoiceMenus(props: ChoiceMenusProps) {
  return (
    <TrpcProvider>
      <Menus {...props} />
    </TrpcProvider>
  );
}

/** The choices load when someone first reaches for a menu. */
function Menus({ query, onChoose }: ChoiceMenusProps) {
  const trpc = useTRPC();
  const [wanted, setWanted] = useState(false);
  const { data, isError } = useQuery({ ...trpc.catalog.choices.queryOptions(), enabled: wanted });
  const want = () => setWanted(true);
  return (
    <div className="flex flex-none gap-2 wide:flex-wrap" onPointerEnter={want} onFocus={want}>
      {CHOICES.map((choice) => (
        <Menu
          key={choice}
          align="start"
          triggerClassName={buttonClass("plain", "max-w-56 min-w-0")}
          trigger={<ChoiceButton choice={choice} value={query[choice]} />}
          groups={groupsOf(choice, query[choice], data, { isError, onChoose })}
        />
      ))}
    </div>
  );
}

function ChoiceButton({ choice, value }: { choice: Choice; value: string }) {
  return (
    <>
      <span className="truncate" title={value}>
        {value === "" ? CHOICE_WORDS[choice].name : `${CHOICE_WORDS[choice].name}: ${value}`}
      </span>
      <Icon name="down" />
    </>
  );
}

function groupsOf(
  choice: Choice,
  value: string,
  data: CatalogChoices | undefined,
  { isError, onChoose }: { isError: boolean; onChoose: ChoiceMenusProps["onChoose"] },
): MenuGroup[] {
  const { any, list, none } = CHOICE_WORDS[choice];
  const choices: readonly CatalogChoice[] | undefined = data?.[list];
  const all = { items: [{ label: any, current: value === "", onSelect: () => onChoose(choice, "") }] };
  if (choices === undefined) {
    const words = isError ? "Couldn't load the list. Reload the page." : "Loading…";
    return [all, { items: [{ label: words, disabled: true }] }];
  }
  if (choices.length === 0) return [all, { items: [{ label: none, disabled: true }] }];
  return [
    all,
    {
      items: unique(choices).map((one) => ({
        label: one.label,
        hint: plural(one.experiments, "experiment"),
        current: one.value === value,
        onSelect: () => onChoose(choice, one.value),
      })),
    },
  ];
}

/** Services can share a name; then their slugs tell them apart. */
function unique(choices: readonly CatalogChoice[]): (CatalogChoice & { label: string })[] {
  const times = Map.groupBy(choices, ({ name }) => name);
  return choices.map((one) => ({
    ...one,
    label: (times.get(one.name)?.length ?? 0) > 1 ? `${one.name} (${one.value})` : one.name,
  }));
}
