/**
 * How the value of a header on the list is kept.
 *
 * - policy: words, numbers, hosts and URLs between separators; each other part is replaced
 * - names: names of headers and methods, separated by commas
 * - date: a date of HTTP, or a number of seconds
 * - challenge: a scheme with parameters, each by its own name
 * - credentials: only the scheme
 * - cookies, set-cookie: the names, and the attributes of a cookie
 * - host: a host with or without a port
 * - url: a URL or a path, by its parts
 */
export type HeaderForm =
  | "policy"
  | "names"
  | "date"
  | "challenge"
  | "credentials"
  | "cookies"
  | "set-cookie"
  | "host"
  | "url";

interface KeptHeaders {
  names: readonly string[];
  form: HeaderForm;
  source: string;
  because: string;
}

/** The list of headers. The value of each other header is replaced. */
const keptHeaders: readonly KeptHeaders[] = [
  {
    names: [
      "access-control-allow-headers",
      "access-control-allow-methods",
      "access-control-expose-headers",
      "access-control-request-headers",
      "access-control-request-method",
      "allow",
      "vary",
    ],
    form: "names",
    source: "Fetch Standard, section 3.3; RFC 9110, sections 10.2.1 and 12.5.5",
    because: "They hold names of headers and methods.",
  },
  {
    names: [
      "access-control-allow-origin",
      "access-control-allow-credentials",
      "access-control-max-age",
      "access-control-allow-private-network",
      "cross-origin-opener-policy",
      "cross-origin-embedder-policy",
      "cross-origin-resource-policy",
      "content-security-policy",
      "content-security-policy-report-only",
      "permissions-policy",
      "referrer-policy",
      "strict-transport-security",
      "x-content-type-options",
      "x-frame-options",
      "x-xss-protection",
      "p3p",
    ],
    form: "policy",
    source: "Fetch Standard, sections 3.3 and 3.7; HTML Standard, section 7.1; CSP Level 3",
    because: "They tell the browser what a page may do, and are the same for each user.",
  },
  {
    names: [
      "sec-fetch-dest",
      "sec-fetch-mode",
      "sec-fetch-site",
      "sec-fetch-user",
      "sec-fetch-storage-access",
      "upgrade-insecure-requests",
      "x-requested-with",
    ],
    form: "policy",
    source: "Fetch Metadata Request Headers, section 2",
    because: "The browser writes them: they say what kind of request this is.",
  },
  {
    names: [
      "accept",
      "accept-encoding",
      "accept-language",
      "cache-control",
      "connection",
      "content-disposition",
      "content-encoding",
      "content-language",
      "content-length",
      "content-type",
      "age",
      "keep-alive",
      "pragma",
      "transfer-encoding",
      "te",
      ":method",
      ":scheme",
      ":status",
    ],
    form: "policy",
    source: "RFC 9110, sections 8, 10 and 12; RFC 9111, section 5",
    because: "They describe the message, not its content.",
  },
  {
    names: [
      "ratelimit",
      "ratelimit-limit",
      "ratelimit-policy",
      "ratelimit-remaining",
      "ratelimit-reset",
      "x-ratelimit-limit",
      "x-ratelimit-remaining",
      "x-ratelimit-reset",
    ],
    form: "policy",
    source: "RateLimit header fields for HTTP (draft-ietf-httpapi-ratelimit-headers)",
    because: "They are counts and seconds.",
  },
  {
    names: ["date", "expires", "last-modified", "retry-after"],
    form: "date",
    source: "RFC 9110, sections 6.6.1 and 10.2.3",
    because: "The provider's clock has to be compared with the browser's.",
  },
  {
    names: ["www-authenticate", "proxy-authenticate"],
    form: "challenge",
    source: "RFC 9110, section 11.6.1; RFC 6750, section 3",
    because: "It says why the API refuses.",
  },
  {
    names: ["authorization", "proxy-authorization"],
    form: "credentials",
    source: "RFC 9110, section 11.6.2",
    because: "The scheme alone is public.",
  },
  { names: ["cookie"], form: "cookies", source: "RFC 6265, section 4.2", because: "Names only." },
  {
    names: ["set-cookie"],
    form: "set-cookie",
    source: "RFC 6265, section 4.1",
    because: "Whether the browser accepts a cookie depends on its attributes.",
  },
  {
    names: ["host", ":authority"],
    form: "host",
    source: "RFC 9110, section 7.2",
    because: "It is the host of the URL.",
  },
  {
    names: ["origin", "referer", "location", "content-location", ":path"],
    form: "url",
    source: "RFC 9110, sections 7.2, 10.1.3 and 10.2.2; Fetch Standard, section 3.2",
    because: "The parts of a URL are kept by the rule for URLs.",
  },
];

const forms = new Map(keptHeaders.flatMap(({ names, form }) => names.map((name) => [name, form])));

/** Returns how the value of a header is kept; undefined if it is replaced. */
export function findHeaderForm(name: string): HeaderForm | undefined {
  return forms.get(name.toLowerCase());
}
