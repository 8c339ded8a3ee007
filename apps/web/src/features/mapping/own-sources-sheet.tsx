import type { TrafficMapping } from "@headroom/contract";
import { Sheet, SheetSection, SheetTitle, buttonClass, textLinkClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";
import { newSourceAddress, sourceAddress } from "./addresses.ts";

interface OwnSourcesSheetProps {
  mapping: Pick<TrafficMapping, "service" | "own">;
  mayEdit: boolean;
}

/** What people made of metrics that aren't known. */
export function OwnSourcesSheet({ mapping: { service, own }, mayEdit }: OwnSourcesSheetProps) {
  return (
    <Sheet labelledBy="own-sources" className="mt-5">
      <SheetSection>
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div>
            <SheetTitle id="own-sources">Your own sources</SheetTitle>
            <p className="mt-1 max-w-[64ch] text-13 text-ink-2">
              Count requests from metrics that Headroom doesn&apos;t know, add several metrics up, or read a
              gauge.
            </p>
          </div>
          {mayEdit ? (
            <AppLink href={newSourceAddress(service)} className={buttonClass()}>
              Add a source
            </AppLink>
          ) : null}
        </div>
        <ul className="mt-2 flex flex-col gap-2 text-13 empty:hidden">
          {own.map(({ id, name, kind, parts }) => (
            <li key={id}>
              {mayEdit ? (
                <AppLink href={sourceAddress(service, id)} className={textLinkClass}>
                  {name}
                </AppLink>
              ) : (
                <b className="font-medium">{name}</b>
              )}
              <span className="block text-12 text-ink-3 wrap-anywhere">
                {kind === "gauge" ? "Gauge" : "Requests"} from {parts.map(({ metric }) => metric).join(" + ")}
              </span>
            </li>
          ))}
        </ul>
      </SheetSection>
    </Sheet>
  );
}
