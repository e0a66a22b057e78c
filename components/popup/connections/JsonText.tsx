/** Shows a JSON value; a long value scrolls. */
export function JsonText(props: { name: string; value: unknown }) {
  return (
    <pre class="json" aria-label={props.name} role="region" tabIndex={0}>
      {JSON.stringify(props.value, null, 2)}
    </pre>
  );
}
