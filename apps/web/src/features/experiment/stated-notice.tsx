import { Notice } from "@headroom/ui";
import type { StatedFile } from "./prepare-stated.ts";

/** What somebody has changed here and not in the repository: the next upload with the file would undo it. */
export function StatedNotice({ stated: { file, differences } }: { stated: StatedFile }) {
  if (differences.length === 0) return null;
  return (
    <Notice tone="unsure" className="mt-5" title={`This experiment differs from ${file}.`}>
      The next upload with the file makes it what the file says.
      <ul className="mt-2 flex flex-col gap-1">
        {differences.map(({ name, here, stated }) => (
          <li key={name}>
            {name}: <b className="font-semibold">{here}</b> here, <b className="font-semibold">{stated}</b> in
            the file
          </li>
        ))}
      </ul>
    </Notice>
  );
}
