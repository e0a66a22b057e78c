import type { AuthMessage } from "../message.ts";

/** What a page of the provider shows of a request that it refused. */
export interface RefusalPage {
  /** An error code of a standard that the page shows. */
  code?: string;
  /** True if the page repeats the value that was sent. */
  repeats(value: string | undefined): boolean;
  /** The URLs in the page that are not the one that was sent. */
  listUrls(except: string): string[];
}

/** RFC 6749, section 4.1.2.1; OpenID Connect Dynamic Client Registration, section 3.3. */
const codes =
  /\b(?:invalid_redirect_uri|redirect_uri_mismatch|invalid_client|unauthorized_client|invalid_request|invalid_scope|unsupported_response_type)\b/u;

/** The maximum number of characters that are searched. These pages are small. */
const maxPage = 65_536;

/**
 * Reads a provider's page by the values in it: no standard fixes its text. Returns undefined if the
 * browser did not show the page, or shows one of its own instead.
 */
export function readRefusalPage({ exchange }: AuthMessage): RefusalPage | undefined {
  const { responseBody, error } = exchange;
  if (responseBody.state !== "text" || error !== undefined) return undefined;
  const text = decodeEntities(responseBody.text.slice(0, maxPage));
  const code = codes.exec(text)?.[0];
  return {
    ...(code === undefined ? {} : { code }),
    repeats: (value) => value !== undefined && value.length > 2 && text.includes(value),
    listUrls: (except) => {
      const urls = text.match(/(?<=>)https?:\/\/[^\s<>"']{1,500}(?=<)/gu) ?? [];
      return [...new Set(urls)].filter((url) => url !== except).slice(0, 20);
    },
  };
}

function decodeEntities(text: string): string {
  return text.replaceAll(/&(?:amp|#38|#x26);/giu, "&").replaceAll(/&(?:#x2f|#47);/giu, "/");
}
