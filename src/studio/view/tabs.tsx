import type { ComponentChildren } from "preact";

interface TabsProps {
  /** For screen readers. */
  readonly label: string;
  readonly open: string;
  readonly tabs: readonly {
    readonly id: string;
    readonly title: ComponentChildren;
    readonly class?: string;
  }[];
  readonly onOpen: (id: string) => void;
}

/** A row of tabs with arrow keys. The panel of each has the id `panel-<id>`. */
export function Tabs({ label, open, tabs, onOpen }: TabsProps) {
  const move = (event: KeyboardEvent) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (by === undefined) return;
    const row = event.currentTarget as HTMLElement;
    const shown = [...row.querySelectorAll("button")].filter((one) => one.offsetWidth > 0);
    const at = shown.findIndex(({ tabIndex }) => tabIndex === 0);
    const next = shown[(at + by + shown.length) % shown.length];
    next?.focus();
    next?.click();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} onKeyDown={move}>
      {tabs.map(({ id, title, ...own }) => (
        <button
          key={id}
          type="button"
          role="tab"
          id={`tab-${id}`}
          class={own.class ?? ""}
          aria-selected={id === open}
          aria-controls={`panel-${id}`}
          tabIndex={id === open ? 0 : -1}
          onClick={() => onOpen(id)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

interface PanelProps {
  readonly id: string;
  readonly open: string;
  readonly children: ComponentChildren;
}

/** The panel of a tab; it stays mounted while another one is open. */
export function Panel({ id, open, children }: PanelProps) {
  return (
    <div role="tabpanel" id={`panel-${id}`} aria-labelledby={`tab-${id}`} hidden={id !== open} class="panel">
      {children}
    </div>
  );
}
