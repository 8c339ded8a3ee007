import type { ReactNode } from "react";

interface FormPartProps {
  title: string;
  /** One field alone has the whole width. */
  single?: boolean;
  children: ReactNode;
}

/** A titled part of a form, with its fields in columns. */
export function FormPart({ title, single = false, children }: FormPartProps) {
  return (
    <fieldset className="border-t border-line px-4 py-4 first:border-t-0 wide:px-5 wide:py-5">
      <legend className="float-left mb-3 w-full text-15 font-semibold">{title}</legend>
      <div
        className={
          single
            ? "clear-both"
            : "clear-both grid grid-cols-1 gap-x-5 gap-y-4 wide:grid-cols-2 desk:grid-cols-3"
        }
      >
        {children}
      </div>
    </fieldset>
  );
}

/** What a field for a time zone suggests. */
export function TimeZoneList({ id }: { id: string }) {
  return (
    <datalist id={id}>
      {Intl.supportedValuesOf("timeZone").map((name) => (
        <option key={name}>{name}</option>
      ))}
    </datalist>
  );
}
