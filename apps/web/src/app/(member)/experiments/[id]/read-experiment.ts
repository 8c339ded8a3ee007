import { cache } from "react";
import { orNotFound, serverCaller } from "../../../../server/server-caller.ts";

/** Read once per request, for the layout, the title and the page. */
export const readExperiment = cache(async (experimentId: string) =>
  orNotFound((await serverCaller()).experiment.get({ experimentId })),
);
