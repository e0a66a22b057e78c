import { decodeBase64Values } from "./base64-values.ts";
import { joinCookieChunks } from "./cookie-chunks.ts";
import {
  decodeBackslashes,
  decodeCarets,
  decodeEntities,
  decodePercent,
  decodeQuotedPrintable,
} from "./escapes.ts";
import { flattenTags, nameValues } from "./markup.ts";
import { joinStrings, rejoinLines } from "./rejoin-lines.ts";
import { cleanCharacters } from "./visible-characters.ts";

/** A wrapping of tokens. */
interface Step {
  name: string;
  /** The standard, or the tools that write it. */
  spec: string;
  /** Undoes one level everywhere in a text; returns any other text as it is. */
  unwrap: (text: string) => string;
}

/** The wrappings, in the order in which a round removes them. */
const steps: readonly Step[] = [
  {
    name: "characters",
    spec: "Unicode: Default_Ignorable_Code_Point; UAX #9 (bidi controls); ECMA-48, section 5.4",
    unwrap: cleanCharacters,
  },
  { name: "quoted-printable", spec: "RFC 2045, section 6.7", unwrap: decodeQuotedPrintable },
  { name: "caret escapes", spec: "cmd.exe; “Copy as cURL (cmd)”", unwrap: decodeCarets },
  {
    name: "backslash escapes",
    spec: "RFC 8259, section 7; CommonMark, section 2.4; strings of programs; PowerShell",
    unwrap: decodeBackslashes,
  },
  { name: "percent", spec: "RFC 3986, section 2.1", unwrap: decodePercent },
  { name: "entities", spec: "XML, section 4.6; HTML, section 13.5", unwrap: decodeEntities },
  {
    name: "name and value pairs",
    spec: "HAR 1.2; exports of Postman, Insomnia, Playwright, MSAL; HTML forms",
    unwrap: nameValues,
  },
  { name: "tags", spec: "XML, section 3.1; HTML, section 13.1.2", unwrap: flattenTags },
  {
    name: "cookie chunks",
    spec: "Auth.js, Auth0, ASP.NET Core, Supabase",
    unwrap: joinCookieChunks,
  },
  { name: "concatenated strings", spec: "source code", unwrap: joinStrings },
  { name: "lines", spec: "terminals, mails (RFC 3676), logs, documents", unwrap: rejoinLines },
  {
    name: "base64",
    spec: "RFC 4648, sections 4 and 5; HAR 1.2 (`encoding`); Kubernetes; RFC 7617",
    unwrap: decodeBase64Values,
  },
];

/** More wrappings around one another than any tool writes. */
const maxRounds = 8;
/** The characters that all rounds together read: a text of the maximum length has four rounds. */
const maxCharacters = 4 * 1024 * 1024;

/**
 * Unwraps a text until no step finds anything to unwrap. Each step replaces in place, so the result
 * has the tokens in their order, with their names beside them.
 */
export function unwrap(text: string): string {
  let current = text;
  let read = 0;
  for (let round = 0; round < maxRounds; round += 1) {
    read += current.length;
    if (read > maxCharacters) break;
    const before = current;
    for (const step of steps) current = step.unwrap(current);
    if (current === before) break;
  }
  return current;
}
