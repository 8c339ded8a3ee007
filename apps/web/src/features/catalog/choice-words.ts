import type { CatalogChoices } from "@headroom/services";
import type { Choice } from "./search-params.ts";

interface ChoiceWords {
  name: string;
  any: string;
  none: string;
  list: keyof CatalogChoices;
}

export const CHOICE_WORDS: Record<Choice, ChoiceWords> = {
  service: { name: "Service", any: "Any service", none: "No services yet.", list: "services" },
  group: { name: "Group", any: "Any group", none: "No groups yet.", list: "groups" },
  tag: { name: "Tag", any: "Any tag", none: "No tags yet.", list: "tags" },
  environment: {
    name: "Environment",
    any: "Any environment",
    none: "No environments yet.",
    list: "environments",
  },
  owner: { name: "Owner", any: "Any owner", none: "No owners yet.", list: "owners" },
};
