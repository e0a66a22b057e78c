import type { OptionsSection } from "../../lib/models/tenants/options-navigation-model.ts";

export interface SectionLink {
  section: OptionsSection;
  title: string;
  /** True while the section has unsaved input. */
  isChanged?: boolean;
}

/**
 * Links to the sections. The page shows one section at a time. The links work with back, forward
 * and a new tab.
 */
export function SectionLinks(props: {
  label: string;
  links: readonly SectionLink[];
  shown: OptionsSection;
}) {
  return (
    <nav class="section-links" aria-label={props.label}>
      <ul>
        {props.links.map(({ section, title, isChanged = false }) => (
          <li key={section}>
            <a href={`#${section}`} aria-current={section === props.shown ? "page" : undefined}>
              {title}
              {isChanged ? <span class="mark">unsaved</span> : null}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
