import type { ComponentChildren } from "preact";

/** Shows tabs with keyboard navigation (ARIA Authoring Practices, Tabs, automatic activation). */
export function Tabs<Name extends string>(props: {
  label: string;
  tabs: readonly { name: Name; title: ComponentChildren }[];
  selected: Name;
  onSelect: (name: Name) => void;
  /** Distinguishes tabs within a tab: an id is unique in the document. */
  group?: string;
}) {
  const { group } = props;
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
    focusTab(target, group);
  };
  return (
    <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={move}>
      {props.tabs.map(({ name, title }) => (
        <button
          key={name}
          id={tabId(name, group)}
          type="button"
          role="tab"
          aria-selected={name === props.selected}
          aria-controls={tabPanelId(name, group)}
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
export function TabPanel(props: {
  name: string;
  children: ComponentChildren;
  /** That of the tabs. */
  group?: string;
}) {
  return (
    <section
      class="tab-panel"
      role="tabpanel"
      id={tabPanelId(props.name, props.group)}
      aria-labelledby={tabId(props.name, props.group)}
    >
      {props.children}
    </section>
  );
}

/** Focuses a tab, so that keyboard navigation continues at its content. */
export function focusTab(name: string, group?: string): void {
  document.getElementById(tabId(name, group))?.focus();
}

function tabId(name: string, group = "tab") {
  return `${group}-${name}`;
}

function tabPanelId(name: string, group = "tab") {
  return `${group}-panel-${name}`;
}
