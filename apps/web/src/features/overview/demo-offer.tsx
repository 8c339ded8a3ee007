import type { LoadedDemo } from "@headroom/services";
import { LoadDemoButton } from "../demo/demo-buttons.tsx";
import { OpenDemo } from "../story/open-demo.tsx";

interface DemoOfferProps {
  /** Null: it isn't in this workspace. */
  loaded: LoadedDemo | null;
  /** The reader's other workspace that has it; null: none has. */
  elsewhere: { workspaceId: string; name: string } | null;
  mayEdit: boolean;
}

/** How to see the demo, for those whose workspace is empty. */
export function DemoOffer({ loaded, elsewhere, mayEdit }: DemoOfferProps) {
  return (
    <>
      {mayEdit && loaded === null ? <LoadDemoButton /> : null}
      {elsewhere === null ? null : <OpenDemo {...elsewhere} />}
    </>
  );
}
