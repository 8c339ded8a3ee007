import { Icon, buttonClass } from "@headroom/ui";
import { CHOICE_WORDS } from "./choice-words.ts";
import { CHOICES } from "./search-params.ts";

/** Looks like the real buttons, so that nothing moves when they load. */
export function ChoiceMenusSkeleton() {
  return (
    <div className="flex flex-wrap gap-2" aria-hidden="true">
      {CHOICES.map((choice) => (
        <span key={choice} className={buttonClass()}>
          {CHOICE_WORDS[choice].name}
          <Icon name="down" />
        </span>
      ))}
    </div>
  );
}
