import type { ReactNode } from "react";
import { readExperiment } from "./read-experiment.ts";

interface Props {
  params: Promise<{ id: string }>;
  children: ReactNode;
}

/** Once a skeleton was sent, the status is 200. So an experiment that doesn't exist is found out before. */
export default async function ExperimentLayout({ params, children }: Props) {
  await readExperiment((await params).id);
  return children;
}
