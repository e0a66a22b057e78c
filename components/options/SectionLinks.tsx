const sections = [
  { id: "tenant-heading", title: "Tenant" },
  { id: "credential-heading", title: "Credential" },
  { id: "stream-heading", title: "Event stream" },
  { id: "data-heading", title: "Data" },
] as const;

/** The way to each part of a page that is longer than a screen. */
export function SectionLinks() {
  return (
    <nav class="section-links" aria-label="Sections">
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
