import { decodePercent } from "../decode-text.ts";
import { encodePercent } from "../encoded-content.ts";
import { isProtocolWord } from "./forms.ts";
import { redactName } from "./redact-name.ts";
import type { Redaction } from "./redaction.ts";

/** Redacts a query or a form, in its own spelling where a value stays. */
export function redactPairs(text: string, to: Redaction): string {
  return text
    .split("&")
    .map((pair) => {
      const equals = pair.indexOf("=");
      if (equals < 0) return redactSpelled(pair, undefined, to);
      const spelled = pair.slice(0, equals);
      const name = decodeForm(spelled);
      const written = redactName(name, to);
      const before = written === name ? spelled : encodePercent(written);
      return `${before}=${redactSpelled(pair.slice(equals + 1), name, to)}`;
    })
    .join("&");
}

function redactSpelled(spelled: string, name: string | undefined, to: Redaction): string {
  const value = decodeForm(spelled);
  const redacted = name === undefined && isProtocolWord(value) ? value : to.value(value, name);
  return redacted === value ? spelled : encodePercent(redacted);
}

function decodeForm(text: string): string {
  return decodePercent(text.includes("+") ? text.replaceAll("+", " ") : text);
}
