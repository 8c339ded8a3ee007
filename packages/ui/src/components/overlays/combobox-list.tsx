import { useEffect } from "react";
import clsx from "clsx";
import { BareButton } from "../fields/bare-button.tsx";
import { Icon } from "../page/icon.tsx";

export interface ComboboxOption {
  /** Unique among all options. */
  id: string;
  title: string;
  /** Muted, behind the title. */
  detail?: string;
  /** It doesn't exist yet. */
  isNew?: boolean;
}

export interface ComboboxGroup {
  title: string | null;
  options: readonly ComboboxOption[];
}

interface ComboboxListProps {
  id: string;
  label: string;
  groups: readonly ComboboxGroup[];
  /** The position among all options; below 0: none. */
  marked: number;
  onChoose: (option: ComboboxOption) => void;
}

export const lineIdOf = (listId: string, position: number) => `${listId}-${position}`;

/** The focus stays in the text field, which names the marked option. */
export function ComboboxList({ id, label, groups, marked, onChoose }: ComboboxListProps) {
  useEffect(() => {
    if (marked >= 0) document.getElementById(lineIdOf(id, marked))?.scrollIntoView({ block: "nearest" });
  }, [id, marked]);
  const positions = new Map(groups.flatMap(({ options }) => options).map((option, at) => [option, at]));
  return (
    <div
      id={id}
      role="listbox"
      tabIndex={-1}
      aria-label={label}
      className="min-h-0 overflow-y-auto py-1"
      // A press on the list would take the focus out of the field, which closes the list.
      onMouseDown={(event) => event.preventDefault()}
    >
      {groups.map(({ title, options }) => (
        <div key={title ?? ""} role="group" aria-label={title ?? label}>
          {title === null ? null : (
            <p aria-hidden="true" className="truncate px-3 pt-1.5 pb-1 text-12 text-ink-3" title={title}>
              {title}
            </p>
          )}
          {options.map((option) => {
            const position = positions.get(option) ?? -1;
            return (
              <ComboboxLine
                key={option.id}
                id={lineIdOf(id, position)}
                option={option}
                isMarked={position === marked}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

interface ComboboxLineProps {
  id: string;
  option: ComboboxOption;
  isMarked: boolean;
  onChoose: (option: ComboboxOption) => void;
}

function ComboboxLine({ id, option, isMarked, onChoose }: ComboboxLineProps) {
  const { title, detail, isNew = false } = option;
  return (
    <BareButton
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isMarked}
      title={title}
      onClick={() => onChoose(option)}
      className={clsx(
        "flex min-h-9 w-full cursor-pointer items-center gap-2.5 px-3 py-1.5 text-left text-13 text-ink wide:min-h-8",
        isMarked ? "bg-neutral-soft" : "hover:bg-neutral-soft",
      )}
    >
      {isNew ? <Icon name="plus" className="text-ink-3" /> : null}
      <span className="min-w-0 flex-1">
        <bdi className={isNew ? "line-clamp-2 wrap-anywhere" : "block truncate"}>{title}</bdi>
        {detail === undefined ? null : <span className="block truncate text-12 text-ink-3">{detail}</span>}
      </span>
    </BareButton>
  );
}
