import { Button, Checkbox, IconButton, Select, TextInput } from "@headroom/ui";
import { freshKey, moved } from "./form-values.ts";
import type { StepValues } from "./form-values.ts";

interface Choice {
  id: string;
  name: string;
  representsPeak: boolean;
  targets: readonly string[];
}

interface StepsFieldProps {
  steps: readonly StepValues[];
  /** Of the service. */
  experiments: readonly Choice[];
  onChange: (steps: StepValues[]) => void;
}

/** The plan in its order. An experiment can be in it once. */
export function StepsField({ steps, experiments, onChange }: StepsFieldProps) {
  const planned = new Set(steps.map(({ experiment }) => experiment));
  const left = experiments.filter(({ id }) => !planned.has(id));
  const ofPeak = left.filter(({ representsPeak }) => representsPeak);
  const add = (choices: readonly (Choice | null)[]) =>
    onChange(choices.reduce((rows, choice) => [...rows, stepOf(choice, freshKey(rows))], [...steps]));
  return (
    <>
      <ol className="flex flex-col gap-3">
        {steps.map((step, place) => (
          <StepRow
            key={step.key}
            {...{ step, place, experiments }}
            isLast={place === steps.length - 1}
            onChange={(changes) =>
              onChange(steps.map((one) => (one.key === step.key ? { ...one, ...changes } : one)))
            }
            onMove={(by) => onChange(moved(steps, place, by))}
            onRemove={() => onChange(steps.filter(({ key }) => key !== step.key))}
          />
        ))}
      </ol>
      {steps.length === 0 ? (
        <p className="text-13 text-ink-3">
          Add experiments in the order in which you run them, and what you try.
        </p>
      ) : null}
      <div className="mt-3 flex flex-wrap gap-2">
        {left.length === 0 ? null : (
          <Select
            className="max-w-80"
            aria-label="Add an experiment"
            placeholder="Add an experiment"
            options={left.map(({ id, name }) => ({ value: id, label: name }))}
            value=""
            onChange={(id) => add(left.filter((one) => one.id === id))}
          />
        )}
        {ofPeak.length < 2 ? null : (
          <Button onClick={() => add(ofPeak)}>Add all {ofPeak.length} that represent the peak</Button>
        )}
        <Button onClick={() => add([null])}>Add something to try</Button>
      </div>
    </>
  );
}

function stepOf(choice: Choice | null, key: string): StepValues {
  const { id: experiment = null, name: title = "" } = choice ?? {};
  return {
    key,
    id: null,
    experiment,
    title,
    watcher: "",
    adoptTargets: false,
    changedTargets: null,
  };
}

interface StepRowProps {
  step: StepValues;
  place: number;
  isLast: boolean;
  experiments: readonly Choice[];
  onChange: (changes: Partial<StepValues>) => void;
  onMove: (by: -1 | 1) => void;
  onRemove: () => void;
}

function StepRow({ step, place, isLast, experiments, onChange, onMove, onRemove }: StepRowProps) {
  const { experiment, title, watcher, changedTargets, adoptTargets } = step;
  const chosen = experiments.find(({ id }) => id === experiment);
  const name = `step ${place + 1}`;
  return (
    <li className="grid grid-cols-[1.5rem_1fr] items-start gap-x-3 gap-y-2 border-b border-line pb-3 text-13 last:border-b-0 wide:grid-cols-[1.5rem_2fr_1fr_auto]">
      <span className="text-ink-3 tabular-nums wide:pt-2">{place + 1}.</span>
      <div className="min-w-0">
        {experiment === null ? (
          <TextInput
            value={title}
            onChange={(text) => onChange({ title: text })}
            aria-label={`What to try in ${name}`}
            placeholder="What to try, for example kill one instance"
            maxLength={200}
            autoComplete="off"
          />
        ) : (
          <p className="wrap-anywhere wide:pt-1.5">
            <b className="font-semibold">
              <bdi>{chosen?.name ?? title}</bdi>
            </b>{" "}
            <span className="text-ink-3">
              {chosen === undefined
                ? ""
                : chosen.targets.length === 0
                  ? "no targets: its runs can't turn it green"
                  : chosen.targets.join(", ")}
            </span>
          </p>
        )}
        {changedTargets === null ? null : (
          <Checkbox
            label="Take on the targets that the experiment has now"
            checked={adoptTargets}
            onChange={(adopt) => onChange({ adoptTargets: adopt })}
          />
        )}
      </div>
      <TextInput
        className="max-wide:col-start-2"
        value={watcher}
        onChange={(text) => onChange({ watcher: text })}
        aria-label={`Who watches ${name}`}
        placeholder="Who watches it"
        maxLength={200}
        autoComplete="off"
      />
      <span className="flex max-wide:col-start-2">
        <IconButton icon="up" label={`Move ${name} up`} disabled={place === 0} onClick={() => onMove(-1)} />
        <IconButton icon="down" label={`Move ${name} down`} disabled={isLast} onClick={() => onMove(1)} />
        <IconButton icon="close" label={`Remove ${name}`} onClick={onRemove} />
      </span>
    </li>
  );
}
