"use client";

import { Button, Icon } from "@headroom/ui";

interface CsvButtonProps {
  fileName: string;
  /** Made when it is wanted. */
  text: () => string;
}

export function CsvButton({ fileName, text }: CsvButtonProps) {
  const save = () => {
    const address = URL.createObjectURL(new Blob([text()], { type: "text/csv;charset=utf-8" }));
    const anchor = document.createElement("a");
    anchor.href = address;
    anchor.download = fileName;
    anchor.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button onClick={save}>
      <Icon name="download" />
      CSV
    </Button>
  );
}
