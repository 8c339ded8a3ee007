import clsx from "clsx";
import type { ServiceCounts } from "@headroom/services";
import { formatCount } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { PageCommands } from "../shell/page-commands.ts";
import { serviceAddress } from "../shell/service-address.ts";
import type { ServiceTab } from "../shell/service-address.ts";
import { uploadAddress } from "../shell/upload-address.ts";

const TABS = [
  { tab: "now", label: "Now" },
  { tab: "experiments", label: "Experiments" },
  { tab: "headroom", label: "Headroom" },
  { tab: "slos", label: "SLOs" },
  { tab: "mapping", label: "Mapping" },
] as const satisfies readonly { tab: ServiceTab; label: string }[];

/** The pages of a service. All of them are in sight on a phone. */
export function ServiceTabs({ service, current }: { service: ServiceCounts; current: ServiceTab }) {
  const counts: Partial<Record<ServiceTab, number>> = {
    experiments: service.experiments,
    slos: service.slos,
  };
  const to = (tab: ServiceTab) => serviceAddress(service.slug, tab);
  return (
    <>
      <PageCommands
        commands={[
          ...TABS.filter(({ tab }) => tab !== current).map(({ tab, label }) => ({
            title: `${label} of ${service.name}`,
            words: "service",
            href: to(tab),
          })),
          { title: `New SLO of ${service.name}`, href: `${to("slos")}/new` },
          {
            title: `Upload a run of ${service.name}`,
            href: uploadAddress({ service: service.name, experiment: "" }),
          },
        ]}
      />
      <nav
        aria-label={`Pages of ${service.name}`}
        className="mb-5 flex flex-wrap gap-x-3.5 border-b border-line wide:gap-x-5.5 print:hidden"
      >
        {TABS.map(({ tab, label }) => (
          <AppLink
            key={tab}
            href={serviceAddress(service.slug, tab)}
            aria-current={tab === current ? "page" : undefined}
            className={clsx(
              "-mb-px flex min-h-10 items-center border-b-2 text-13 whitespace-nowrap transition-colors duration-120 wide:text-14",
              tab === current
                ? "border-ink font-semibold text-ink"
                : "border-transparent text-ink-2 hover:text-ink",
            )}
          >
            {label}
            {counts[tab] === undefined ? null : (
              <span className="ml-1.5 font-normal text-ink-3">{formatCount(counts[tab])}</span>
            )}
          </AppLink>
        ))}
      </nav>
    </>
  );
}
