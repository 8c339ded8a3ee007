import { UNDO_DAYS } from "@headroom/core";
import { formatBytes } from "@headroom/core/format";
import type { WorkspaceStorage as Storage } from "@headroom/contract";
import { Notice, ProgressBar } from "@headroom/ui";

const NEARLY_FULL = 0.8;

/** How much the workspace stores, and of how much. */
export function WorkspaceStorage({ storage }: { storage: Storage }) {
  const { usedBytes, runBytes, fileBytes, trafficBytes, deletedBytes, maxBytes } = storage;
  return (
    <div className="mt-2 flex max-w-[520px] flex-col gap-2">
      {maxBytes === null ? null : (
        <ProgressBar label="Storage used" value={Math.min(usedBytes, maxBytes)} most={maxBytes} />
      )}
      <p className="text-14">
        {maxBytes === null
          ? `About ${formatBytes(usedBytes)} stored. This server sets no limit for a workspace.`
          : `About ${formatBytes(usedBytes)} of ${formatBytes(maxBytes)} used, ${Math.floor((usedBytes / maxBytes) * 100)}%.`}
      </p>
      <p className="text-13 text-ink-2">
        {`Runs take ${formatBytes(runBytes)}, kept files ${formatBytes(fileBytes)}, live traffic ${formatBytes(trafficBytes)}.`}
        {deletedBytes > 0
          ? ` ${formatBytes(deletedBytes)} of that belongs to deleted runs, which are removed after ${UNDO_DAYS} days.`
          : null}
      </p>
      {maxBytes === null || usedBytes < maxBytes * NEARLY_FULL ? null : (
        <Notice tone="bad">
          {usedBytes >= maxBytes
            ? "The workspace is full, so new uploads and live traffic are refused. "
            : "The workspace is nearly full. When it is, new uploads and live traffic are refused. "}
          Delete runs, keep runs for fewer days, or stop keeping files.
        </Notice>
      )}
    </div>
  );
}
