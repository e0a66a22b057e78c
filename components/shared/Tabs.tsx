import type { ComponentChildren } from "preact";

/** Shows tabs with keyboard navigation (ARIA Authoring Practices, Tabs, automatic activation). */
export function Tabs<Name extends string>(props: {
  label: string;
  tabs: readonly { name: Name; title: ComponentChildren }[];
  selected: Name;
  onSelect: (name: Name) => void;
}) {
  const move = (event: KeyboardEvent) => {
    const names = props.tabs.map(({ name }) => name);
    const at = names.indexOf(props.selected);
    const targets: Record<string, number> = {
      ArrowRight: (at + 1) % names.length,
      ArrowLeft: (at - 1 + names.length) % names.length,
      Home: 0,
      End: names.length - 1,
    };
    const target = names[targets[event.key] ?? -1];
    if (target === undefined) return;
    event.preventDefault();
    props.onSelect(target);
    focusTab(target);
  };
  return (
    <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={move}>
      {props.tabs.map(({ name, title }) => (
        <button
          key={name}
          id={tabId(name)}
          type="button"
          role="tab"
          aria-selected={name === props.selected}
          aria-controls={tabPanelId(name)}
          tabIndex={name === props.selected ? 0 : -1}
          onClick={() => props.onSelect(name)}
        >
          {title}
        </button>
      ))}
    </div>
  );
}

/** Shows the content of a tab. */
export function TabPanel(props: { name: string; children: ComponentChildren }) {
  return (
    <section
      class="tab-panel"
      role="tabpanel"
      id={tabPanelId(props.name)}
      aria-labelledby={tabId(props.name)}
    >
      {props.children}
    </section>
  );
}

/** Focuses a tab, so that keyboard navigation continues at its content. */
export function focusTab(name: string): void {
  document.getElementById(tabId(name))?.focus();
}

function tabId(name: string) {
  return `tab-${name}`;
}

function tabPanelId(name: string) {
  return `tab-panel-${name}`;
}
