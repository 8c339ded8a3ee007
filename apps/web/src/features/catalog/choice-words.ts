import type { CatalogChoices } from "@headroom/services";
import type { Choice } from "./search-params.ts";

interface ChoiceWords {
  name: string;
  any: string;
  none: string;
  list: keyof CatalogChoices;
}

export const CHOICE_WORDS: Record<Choice, ChoiceWords> = {
  service: { name: "Service", any: "Any service", none: "There is no service yet.", list: "services" },
  group: { name: "Group", any: "Any group", none: "No experiment is in a group.", list: "groups" },
  tag: { name: "Tag", any: "Any tag", none: "No experiment has a tag.", list: "tags" },
  environment: {
    name: "Environment",
    any: "Any environment",
    none: "No run says its environment.",
    list: "environments",
  },
  owner: { name: "Owner", any: "Any owner", none: "No experiment has an owner.", list: "owners" },
};
