import { EmptyState, PageHead, Sheet, buttonClass } from "@headroom/ui";
import { AppLink } from "../shell/app-link.tsx";

/** For a viewer who opened the address directly. */
export function MayNotEdit({ back }: { back: string }) {
  return (
    <>
      <PageHead sentence="Viewers can't edit this." />
      <Sheet label="Not allowed">
        <EmptyState
          title="You are a viewer in this workspace."
          step="Ask a workspace owner to make you an editor."
        >
          <AppLink href={back} className={buttonClass()}>
            Back
          </AppLink>
        </EmptyState>
      </Sheet>
    </>
  );
}
