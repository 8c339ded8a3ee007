import { HeadroomError } from "@headroom/core";
import { detectFormat, formats, type Format } from "@headroom/formats";

/** The format of a file by its first bytes; `tool` narrows the choice, and "auto" leaves it open. */
export function chooseFormat(tool: string, head: Uint8Array): Format {
  if (tool === "auto") {
    const detected = detectFormat(head);
    if (detected.ok) return detected.format;
    throw unknown(detected.tried);
  }
  const candidates = formats.filter((format) => format.tool === tool || format.id === tool);
  if (candidates.length === 0) {
    throw new HeadroomError("parameter-unreadable", `The tool "${tool.slice(0, 100)}" is not known.`, {
      field: "tool",
      hint: `Known: auto, ${[...new Set(formats.flatMap((format) => [format.tool, format.id]))].join(", ")}.`,
    });
  }
  const tried: { id: string; reason: string }[] = [];
  for (const format of candidates) {
    const detected = format.detect(head);
    if (detected.match) return format;
    tried.push({ id: format.id, reason: detected.reason });
  }
  throw unknown(tried);
}

function unknown(tried: readonly { id: string; reason: string }[]): HeadroomError {
  const reasons = tried.map(({ id, reason }) => `${id}: ${reason}`).join("; ");
  return new HeadroomError("format-unknown", `The file is of no format that Headroom reads. ${reasons}`, {
    byte: 0,
    hint: "Send the tool's raw results as they are. With curl use --data-binary, since -d removes line ends.",
  });
}
