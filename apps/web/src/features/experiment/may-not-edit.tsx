import { EmptyState, PageHead, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";

/** For a viewer who came by an address. */
export function MayNotEdit({ back }: { back: string }) {
  return (
    <>
      <PageHead sentence="Viewers read, editors change." />
      <Sheet label="Not allowed">
        <EmptyState
          title="Your role in this workspace is viewer."
          step="Ask an owner of the workspace to make you an editor."
        >
          <AppLink href={back} className={buttonClass()}>
            Back
          </AppLink>
        </EmptyState>
      </Sheet>
    </>
  );
}
