import type { Hiding } from "./hiding.ts";

/** Cookie attributes of RFC 6265, section 4.1.1, and of browsers. */
const attributePattern = /^\s*(?:path|domain|expires|max-age|samesite|priority|version)\s*$/iu;
const flagPattern = /^(?:secure|httponly|partitioned)?$/iu;
const attributeValue = /^[\w\s:/.+-]*$|^\s*\w{3,9},[\w\s:+-]*$/u;

/** Redacts the cookies of a `Cookie` or `Set-Cookie` header. Names and attributes stay. */
export function redactCookies(value: string, { hide }: Pick<Hiding, "hide">): string {
  return value
    .split("\n")
    .map((line) =>
      line
        .split(";")
        .map((piece, place) => redactPiece(piece, place > 0, hide))
        .join(";"),
    )
    .join("\n");
}

function redactPiece(piece: string, mayBeAttribute: boolean, hide: Hiding["hide"]): string {
  if (flagPattern.test(piece.trim())) return piece;
  const equals = piece.indexOf("=");
  const name = piece.slice(0, Math.max(0, equals));
  const value = piece.slice(equals + 1);
  if (mayBeAttribute && attributePattern.test(name) && attributeValue.test(value)) return piece;
  const secret = value.trim();
  if (secret === "") return piece;
  const start = equals + 1 + value.indexOf(secret);
  return piece.slice(0, start) + hide(secret, "cookie") + piece.slice(start + secret.length);
}
