/** The parsed parameters, or a message about the invalid line. */
export type ParsedParameters =
  | { ok: true; values: Record<string, string> }
  | { ok: false; problem: string };

/** Parses one `name=value` per line. Skips empty lines; a value may contain equals signs. */
export function parseParameters(text: string): ParsedParameters {
  const values = new Map<string, string>();
  for (const [index, line] of text.split("\n").entries()) {
    if (line.trim() === "") continue;
    const at = line.indexOf("=");
    const name = line.slice(0, Math.max(at, 0)).trim();
    if (name === "") {
      return {
        ok: false,
        problem: `Line ${index + 1} does not have the form name=value. Correct it.`,
      };
    }
    if (values.has(name)) {
      return { ok: false, problem: `${name} appears twice. Remove one of the two lines.` };
    }
    values.set(name, line.slice(at + 1).trim());
  }
  return { ok: true, values: Object.fromEntries(values) };
}
