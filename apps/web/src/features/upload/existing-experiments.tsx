import { BareButton } from "@headroom/ui";

interface ExistingExperimentsProps {
  experiments: readonly { id: string; name: string }[];
  onChoose: (chosen: { name: string }) => void;
}

/** Experiments to choose from instead of typing their names. */
export function ExistingExperiments({ experiments, onChoose }: ExistingExperimentsProps) {
  if (experiments.length === 0) return null;
  return (
    <div>
      <h3 className="text-12 text-ink-3">Existing experiments</h3>
      <ul className="mt-1 flex flex-wrap gap-1.5">
        {experiments.map(({ id, name }) => (
          <li key={id} className="min-w-0">
            <BareButton
              onClick={() => onChoose({ name })}
              className="min-h-8 max-w-full rounded-control border border-line-strong px-2.5 py-1 text-left text-13 [overflow-wrap:anywhere] hover:border-control"
            >
              <bdi>{name}</bdi>
            </BareButton>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Nobody knows whether the experiment exists. Either way, what is typed can be sent. */
export function SearchFailed() {
  return (
    <p role="alert" className="text-13 text-ink-2">
      Couldn't search the experiments. The run will be added to the experiment with this name, or to a new
      one.
    </p>
  );
}
