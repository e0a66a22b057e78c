import { decodePercent } from "./decode-text.ts";
import type { Hiding } from "./hiding.ts";
import { isPseudonym } from "./known-secrets.ts";
import { findSecretKind } from "./secret-names.ts";

/** The segment of a path before the secret of a link that works once. */
const singleUse =
  /^(?:reset|invite|invitations?|magic|tickets?|confirm|activate|share|unlock|verify|unsubscribe)$/iu;
const run = /[^\s"'`<>\\]{12,}/gu;
const opaque = /\d|[a-z][A-Z]|[A-Z][a-z]+[A-Z]/u;
const minSecret = 8;
/** A longer segment is hardly a word. */
const maxWord = 24;

/** True for the segment of a path before the secret of a link that works once. */
export function isSingleUse(segment: string): boolean {
  return singleUse.test(segment);
}

/**
 * Replaces the secrets of each link that works once: what follows in its path and its query, but
 * for words.
 */
export function redactSingleUseLinks(text: string, { hide }: Pick<Hiding, "hide">): string {
  if (!text.includes("/")) return text;
  return text.replaceAll(run, (link) => {
    if (!link.includes("/")) return link;
    const pieces = link.split(/([/?&=#])/u);
    let isAfter = false;
    return pieces
      .map((piece, place) => {
        const isName = pieces[place + 1] === "=";
        if (place % 2 === 1 || isName || isPseudonym(piece)) return piece;
        const name = pieces[place - 1] === "=" ? (pieces[place - 2] ?? "") : "";
        // The value of a secret's name is found by the name.
        if (name !== "" && findSecretKind(name) !== undefined) return piece;
        if (isAfter && isSecret(piece)) return hide(decodePercent(piece), "link");
        isAfter ||= pieces[place - 1] === "/" && piece.split("-").some(isSingleUse);
        return piece;
      })
      .join("");
  });
}

function isSecret(piece: string): boolean {
  return piece.length > maxWord || (piece.length >= minSecret && opaque.test(piece));
}
