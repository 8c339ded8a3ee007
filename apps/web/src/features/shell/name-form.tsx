import { Button, Field, Form, TextInput } from "@headroom/ui";

interface NameFormProps {
  label: string;
  hint: string;
  error: string | undefined;
  maxLength: number;
  autoComplete: "name" | "off";
  /** The saved name. */
  name: string;
  typed: string;
  onType: (typed: string) => void;
  busy: boolean;
  onRename: () => void;
  className: string;
}

/** One name, with the button that saves it. */
export function NameForm({
  label,
  hint,
  error,
  maxLength,
  autoComplete,
  name,
  typed,
  onType,
  busy,
  onRename,
  className,
}: NameFormProps) {
  return (
    <Form
      className={`flex max-w-[520px] flex-wrap items-start gap-2 ${className}`}
      onSubmit={(event) => {
        event.preventDefault();
        onRename();
      }}
    >
      <Field label={label} required hint={hint} error={error} className="min-w-0 flex-1 basis-60">
        <TextInput value={typed} onChange={onType} maxLength={maxLength} autoComplete={autoComplete} />
      </Field>
      <Button
        type="submit"
        className="mt-[21px]"
        busy={busy}
        disabled={typed.trim() === "" || typed.trim() === name}
      >
        Rename
      </Button>
    </Form>
  );
}
