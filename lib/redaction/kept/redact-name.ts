import { isNamePart } from "./forms.ts";
import type { Redaction } from "./redaction.ts";

const maxName = 200;
const plainName = /^[a-z]{0,16}(?:[_-][a-z]{1,16}){0,6}$/u;

/**
 * Redacts a name: a cookie can have a state in its name, and an object a person as its member. From
 * the first part that is no word to the last one, the name is replaced.
 */
export function redactName(name: string, to: Redaction): string {
  if (plainName.test(name)) return name;
  if (name.includes("://")) return to.url(name);
  if (name.length > maxName || /[\s@=&]/u.test(name)) return to.hide(name);
  const pieces = name.split(/([^\p{L}\p{N}#]+)/u);
  const isPlain = (piece: string, place: number) =>
    place % 2 === 1 || piece === "" || isNamePart(piece);
  const first = pieces.findIndex((piece, place) => !isPlain(piece, place));
  if (first < 0) return name;
  const last = pieces.findLastIndex((piece, place) => !isPlain(piece, place));
  return [
    ...pieces.slice(0, first),
    to.hide(pieces.slice(first, last + 1).join("")),
    ...pieces.slice(last + 1),
  ].join("");
}
