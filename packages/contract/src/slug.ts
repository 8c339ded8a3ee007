import { HeadroomError } from "@headroom/core";

const MAX_LENGTH = 100;

/** A name as it appears in addresses. Letters of every script stay; two names with the same slug are the same thing. */
export function slugOf(name: string, field: string): string {
  const slug = name
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, "-")
    .slice(0, MAX_LENGTH)
    .replaceAll(/^-+|-+$/g, "")
    .normalize("NFC");
  if (slug !== "") return slug;
  throw new HeadroomError(
    "parameter-unreadable",
    `The ${field} "${name}" needs at least one letter or digit.`,
    {
      field,
    },
  );
}
