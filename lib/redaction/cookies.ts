import type { Hiding } from "./hiding.ts";

/** Cookie attributes of RFC 6265, section 4.1.1, and of browsers. */
const attributePattern = /^\s*(?:path|domain|expires|max-age|samesite|priority|version)\s*$/iu;
const flagPattern = /^(?:secure|httponly|partitioned)?$/iu;
const attributeValue = /^[\w\s:/.+-]*$|^\s*\w{3,9},[\w\s:+-]*$/u;

interface CookieHiding extends Pick<Hiding, "hide"> {
  /** Replaces each known secret: the path of a cookie can repeat the value of another one. */
  replaceKnown(text: string): string;
}

/** Redacts the cookies of a `Cookie` or `Set-Cookie` header. Names and attributes stay. */
export function redactCookies(value: string, hiding: CookieHiding): string {
  return value
    .split("\n")
    .map((line) =>
      line
        .split(";")
        .map((piece, place) => redactPiece(piece, place > 0, hiding))
        .join(";"),
    )
    .join("\n");
}

function redactPiece(piece: string, mayBeAttribute: boolean, hiding: CookieHiding): string {
  if (flagPattern.test(piece.trim())) return piece;
  const equals = piece.indexOf("=");
  const name = piece.slice(0, Math.max(0, equals));
  const value = piece.slice(equals + 1);
  const secret = value.trim();
  const isAttribute = mayBeAttribute && attributePattern.test(name) && attributeValue.test(value);
  if (isAttribute || secret === "") return hiding.replaceKnown(piece);
  const start = equals + 1 + value.indexOf(secret);
  const before = hiding.replaceKnown(piece.slice(0, start));
  return before + hiding.hide(secret, "cookie") + piece.slice(start + secret.length);
}
