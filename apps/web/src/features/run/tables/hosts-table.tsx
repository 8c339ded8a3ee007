import { OTHER_HOSTS } from "@headroom/core";
import type { RunAnswer } from "@headroom/contract";
import { SheetNote, Table, formatCount, formatMillis, formatPercent } from "@headroom/ui";

type RunHost = RunAnswer["hosts"][number];

/** What each tested host answered, as the files name it. */
export function HostsTable({ hosts }: { hosts: readonly RunHost[] }) {
  return (
    <>
      <Table label="Tested hosts" narrow="scroll">
        <thead>
          <tr>
            <th scope="col">Tested host</th>
            {["Requests", "Share", "Errors", "Mean, ms", "p50, ms", "p95, ms", "p99, ms"].map((head) => (
              <th key={head} scope="col" className="right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {hosts.map((host) => (
            <HostRow key={host.host ?? ""} {...host} />
          ))}
        </tbody>
      </Table>
      <SheetNote>
        All requests of the whole run, by the host in their URLs. Shared links don&apos;t show hosts.
      </SheetNote>
    </>
  );
}

function HostRow({ host, requests, share, errors, meanMs, latencyMs: { p50, p95, p99 } }: RunHost) {
  const figures = [
    formatCount(requests),
    formatPercent(share),
    errors === null ? "-" : formatCount(errors),
    ...[meanMs, p50, p95, p99].map((millis) => (millis === null ? "-" : formatMillis(millis))),
  ];
  return (
    <tr>
      <th scope="row" className="font-normal wrap-anywhere">
        {host === null || host === OTHER_HOSTS ? (
          <span className="text-ink-3">{host === null ? "not stated" : "other hosts"}</span>
        ) : (
          host
        )}
      </th>
      {figures.map((text, at) => (
        <td key={at} className="right">
          {text}
        </td>
      ))}
    </tr>
  );
}
