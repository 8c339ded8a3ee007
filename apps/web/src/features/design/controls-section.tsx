"use client";

import { useState } from "react";
import {
  Button,
  Checkbox,
  Combobox,
  ConfirmDialog,
  CopyButton,
  Dialog,
  Field,
  Icon,
  IconButton,
  Menu,
  NumberInput,
  Pagination,
  Popover,
  RadioGroup,
  SearchField,
  Segmented,
  Select,
  Sheet,
  Switch,
  TabPanel,
  Tabs,
  TextArea,
  TextInput,
  Tooltip,
  useToast,
} from "@headroom/ui";
import { LONG_NAME } from "./sample-data.ts";
import type { InTheme } from "./both-themes.tsx";
import { Sample } from "./sample.tsx";

export function ControlsSection({ theme }: InTheme) {
  return (
    <>
      <Sheet label={`Buttons, ${theme}`}>
        <Buttons />
        <Floating />
      </Sheet>
      <Sheet label={`Inputs, ${theme}`}>
        <Inputs />
        <Choices />
      </Sheet>
      <Sheet label={`Parts, ${theme}`}>
        <Parts theme={theme} />
      </Sheet>
    </>
  );
}

function Buttons() {
  return (
    <Sample title="Buttons">
      <div className="flex flex-wrap items-center gap-2.5">
        <Button look="primary">
          <Icon name="upload" />
          Upload a run
        </Button>
        <Button>
          <Icon name="compare" />
          Compare
        </Button>
        <Button look="quiet">Cancel</Button>
        <Button look="danger">Revoke link</Button>
        <Button disabled>No baseline yet</Button>
        <Button look="primary" busy>
          Saving
        </Button>
        <CopyButton text="a41f9c2" />
        <IconButton label="Rename" icon="edit" />
        <IconButton label="Delete" icon="trash" disabled />
      </div>
    </Sample>
  );
}

const later = () => new Promise((resolve) => setTimeout(resolve, 800));

type Overlay = "dialog" | "confirm" | "fails";

function Floating() {
  const [open, setOpen] = useState<Overlay | null>(null);
  return (
    <Sample title="Overlays">
      <div className="flex flex-wrap items-center gap-2.5">
        <Button onClick={() => setOpen("dialog")}>Dialog</Button>
        <Button onClick={() => setOpen("confirm")}>Confirm</Button>
        <Button onClick={() => setOpen("fails")}>Confirm that fails</Button>
        <SampleMenu />
        <Popover
          label="About this"
          trigger={<Icon name="info" />}
          triggerClassName="flex size-8 items-center justify-center"
        >
          Opens on hover and by keyboard. Press Escape to close it.
        </Popover>
        <Tooltip words="A few words">
          <Button>Tooltip</Button>
        </Tooltip>
        <Toasts />
      </div>
      <Dialogs open={open} setOpen={setOpen} />
    </Sample>
  );
}

function SampleMenu() {
  return (
    <Menu
      trigger={
        <>
          Menu
          <Icon name="down" />
        </>
      }
      groups={[
        {
          title: "Run 42",
          items: [
            { label: "Set as baseline", icon: "star" },
            { label: "Export as CSV", icon: "download", shortcut: "E" },
            { label: LONG_NAME, hint: LONG_NAME, current: true },
            { label: "Judge again", disabled: true },
          ],
        },
        { items: [{ label: "Delete run", icon: "trash", danger: true }] },
      ]}
    />
  );
}

function Toasts() {
  const toast = useToast();
  return (
    <>
      <Button onClick={() => toast({ text: "Run 43 judged: 3 of 4 met.", tone: "good" })}>Toast</Button>
      <Button
        onClick={() =>
          toast({
            text: `Deleted: ${LONG_NAME}.`,
            action: { label: "Undo", onAction: () => toast({ text: "Restored." }) },
          })
        }
      >
        Toast with Undo
      </Button>
    </>
  );
}

interface DialogsProps {
  open: Overlay | null;
  setOpen: (open: Overlay | null) => void;
}

function Dialogs({ open, setOpen }: DialogsProps) {
  const only = (kind: Overlay) => ({
    open: open === kind,
    onOpenChange: (next: boolean) => setOpen(next ? kind : null),
  });
  return (
    <>
      <Dialog
        {...only("dialog")}
        title="Edit the experiment"
        description="Targets are versioned: earlier runs keep the ones they were judged by."
        footer={
          <>
            <Button onClick={() => setOpen(null)}>Cancel</Button>
            <Button look="primary" onClick={() => setOpen(null)}>
              Save
            </Button>
          </>
        }
      >
        <Field label="Name" required>
          <TextInput defaultValue={LONG_NAME} />
        </Field>
      </Dialog>
      <ConfirmDialog
        {...only("confirm")}
        title="Delete run 42?"
        confirm="Delete run"
        danger
        onConfirm={later}
      >
        You can restore it for 7 days.
      </ConfirmDialog>
      <ConfirmDialog
        {...only("fails")}
        title="Revoke the link?"
        confirm="Revoke link"
        danger
        onConfirm={() => later().then(() => Promise.reject(new Error("The link is already revoked.")))}
      >
        The link stops working immediately.
      </ConfirmDialog>
    </>
  );
}

function Inputs() {
  const [rate, setRate] = useState<number | null>(1250);
  const [search, setSearch] = useState("");
  return (
    <Sample title="Inputs">
      <div className="grid grid-cols-1 gap-4 wide:grid-cols-2">
        <Field label="Experiment" required>
          <TextInput defaultValue="Campaign replay" />
        </Field>
        <Field label="Target" required hint="One per line, for example p99 <= 200 ms.">
          <TextInput defaultValue="p99 <= 200" unit="ms" mono />
        </Field>
        <Field
          label="Rate per generator"
          error={rate === 0 ? "Enter a rate above 0, or leave it empty." : undefined}
        >
          <NumberInput value={rate} onChange={setRate} unit="req/s" min={0} />
        </Field>
        <Field label="Generators" error="Enter 1 or more.">
          <NumberInput value={0} onChange={() => undefined} whole />
        </Field>
        <Field label="Environment" required hint="Runs are compared within one environment.">
          <Select
            defaultValue="shadow"
            options={[
              { value: "shadow", label: "shadow" },
              { value: "long", label: LONG_NAME },
            ]}
          />
        </Field>
        <Field label="Read-only" required>
          <TextInput defaultValue="main" disabled />
        </Field>
        <Field label="Notes" className="wide:col-span-2">
          <TextArea defaultValue="Bigtable was rebalanced at 6:55." />
        </Field>
        <Destination />
        <SearchField label="Search labels" value={search} onChange={setSearch} shortcut="/" />
      </div>
    </Sample>
  );
}

function Destination() {
  const [text, setText] = useState("");
  const groups = [
    {
      title: "Recommendations",
      options: ["Campaign replay", LONG_NAME].map((title) => ({ id: title, title })),
    },
    {
      title: null,
      options: [{ id: "new", title: "New experiment “Ramp”", detail: "In Search", isNew: true }],
    },
  ];
  return (
    <Field label="Combobox" required hint="Type to search, choose with the arrow keys and Enter.">
      <Combobox
        value={text}
        placeholder="Recommendations / Campaign replay"
        groups={groups}
        listLabel="Experiments"
        foot="2 of 1,204 experiments"
        onChange={setText}
        onChoose={setText}
      />
    </Field>
  );
}

function Choices() {
  const [slice, setSlice] = useState("10");
  return (
    <Sample title="Choices">
      <div className="flex flex-col gap-1">
        <Checkbox label="Represents the peak" defaultChecked hint="Counts towards the tested capacity." />
        <Checkbox label="Some of them" checked="mixed" />
        <Checkbox label="Disabled" disabled />
        <div className="flex flex-wrap gap-x-5">
          <Switch label="Leave out warm-up" defaultChecked />
          <Switch label="Successful only" />
        </div>
        <RadioGroup
          label="Role"
          defaultValue="editor"
          options={[
            { value: "viewer", label: "Viewer", hint: "Reads." },
            { value: "editor", label: "Editor", hint: "Uploads and edits." },
            { value: "owner", label: "Owner", disabled: true },
          ]}
        />
        <div>
          <Segmented
            label="Point length"
            size="small"
            value={slice}
            onChange={setSlice}
            segments={[
              { value: "10", label: "10 s" },
              { value: "60", label: "60 s" },
              { value: "600", label: "10 min" },
            ]}
          />
        </div>
      </div>
    </Sample>
  );
}

function Parts({ theme }: InTheme) {
  const [tab, setTab] = useState<"labels" | "errors" | "gauges">("labels");
  const [page, setPage] = useState(0);
  return (
    <Tabs
      label="Run tables"
      value={tab}
      onChange={setTab}
      tabs={[
        { value: "labels", label: "Labels", count: 6 },
        { value: "errors", label: "Errors", count: 0 },
        { value: "gauges", label: "Gauges" },
      ]}
    >
      {(["labels", "errors", "gauges"] as const).map((value) => (
        <TabPanel key={value} value={value} className="p-4 wide:px-5">
          <p className="mb-3 text-13 text-ink-2">Panel for {value}.</p>
          <Pagination page={page} pageSize={50} total={1204} of={`${value}, ${theme}`} onPage={setPage} />
        </TabPanel>
      ))}
    </Tabs>
  );
}
