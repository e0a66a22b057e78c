/**
 * How a value under a name on the list is kept.
 *
 * - words: words of a protocol, separated by spaces or commas; each other one is replaced
 * - identifier: a public name of a client, a key, an API or a connection
 * - address: a URL of an application or a provider, whose path has the words of its routes
 * - number: a number, such as a time in seconds
 * - time: a date with or without its time of day
 * - text: a sentence, in which all that is no word is replaced
 */
export type NameForm = "words" | "identifier" | "address" | "number" | "time" | "text";

/** Names with the form of their values, and the reason why such a value is harmless. */
interface KeptNames {
  names: readonly string[];
  form: NameForm;
  source: string;
  because: string;
}

/**
 * The list of what is kept of parameters, form fields, JSON members and claims. The value of each
 * other name is replaced; of a URL, its origin stays, since the file names the hosts anyway.
 */
const keptNames: readonly KeptNames[] = [
  {
    names: ["response_type", "response_mode", "grant_type", "scope", "error", "token_type"],
    form: "words",
    source:
      "RFC 6749, sections 3.1.1, 3.3, 4.1.2.1, 5.1 and 5.2; OAuth 2.0 Multiple Response Types",
    because: "The words come from public registries and from the API's own documentation.",
  },
  {
    names: [
      "display",
      "prompt",
      "ui_locales",
      "claims_locales",
      "acr_values",
      "acr",
      "amr",
      "application_type",
      "subject_type",
      "token_endpoint_auth_method",
    ],
    form: "words",
    source: "OpenID Connect Core 1.0, sections 2 and 3.1.2.1; RFC 7591, section 2",
    because: "The words say how the provider asks the person, not whom.",
  },
  {
    names: [
      "code_challenge_method",
      "alg",
      "enc",
      "typ",
      "cty",
      "zip",
      "kty",
      "crv",
      "use",
      "key_ops",
      "crit",
    ],
    form: "words",
    source: "RFC 7636, section 4.3; RFC 7515, section 4.1; RFC 7517, section 4",
    because: "They name an algorithm or the type of a key.",
  },
  {
    names: [
      "client_assertion_type",
      "subject_token_type",
      "actor_token_type",
      "requested_token_type",
      "issued_token_type",
      "token_type_hint",
      "authorization_details_types",
    ],
    form: "words",
    source: "RFC 7521, section 4.2; RFC 8693, section 2.1; RFC 7009, section 2.1",
    because: "They name the type of a token that is itself replaced.",
  },
  {
    names: ["errorcode", "screen_hint", "protocol", "strategy", "challenge_type", "challengetype"],
    form: "words",
    source: "Public documentation of providers",
    because: "They name a form, a protocol or the reason of a refusal.",
  },
  {
    names: [
      "client_id",
      "azp",
      "kid",
      "audience",
      "aud",
      "resource",
      "connection",
      "realm",
      "organization",
      "org_id",
      "org_name",
    ],
    form: "identifier",
    source: "RFC 6749, section 2.2 (no secret); RFC 7515, section 4.1.4; RFC 8707, section 2",
    because: "They name an application, a key or an API, and are the same in each user's login.",
  },
  {
    names: [
      "exp",
      "iat",
      "nbf",
      "auth_time",
      "expires_in",
      "ext_expires_in",
      "expires_on",
      "max_age",
      "interval",
      "statuscode",
      "status_code",
      "status",
    ],
    form: "number",
    source: "RFC 7519, section 4.1; RFC 6749, section 5.1; OpenID Connect Core 1.0, section 2",
    because: "They are times and statuses, without which no login can be judged.",
  },
  {
    names: ["redirect_uri", "post_logout_redirect_uri", "returnto", "iss", "issuer", "htu"],
    form: "address",
    source: "RFC 6749, section 3.1.2; RFC 9207, section 2; RFC 9449, section 4.2",
    because:
      "They are registered with the provider, or published by it. Their query is judged apart.",
  },
  {
    names: ["leeway", "timeout"],
    form: "number",
    source: "Options of the library",
    because: "They are seconds or milliseconds.",
  },
  {
    names: ["x_request_language"],
    form: "words",
    source: "RFC 5646, as of `ui_locales`",
    because: "It names a language.",
  },
  {
    names: ["specversion", "type", "datacontenttype"],
    form: "words",
    source: "CloudEvents 1.0.2, section 3.1",
    because: "They name the version of the envelope and the kind of the event.",
  },
  {
    names: ["time", "arrived", "at", "from", "to"],
    form: "time",
    source: "CloudEvents 1.0.2, section 3.1.4; the log's own times",
    because: "Without the times, no order of events can be judged.",
  },
  {
    names: ["sequence", "aftersequence"],
    form: "number",
    source: "The log's own numbers",
    because: "They count the entries of the log.",
  },
  {
    names: ["kind", "problem", "problems", "chosen"],
    form: "words",
    source: "The log's own words about its gaps",
    because: "They name a gap or a problem of the log, and are a fixed set.",
  },
  {
    names: ["samesite"],
    form: "words",
    source: "RFC 6265bis, section 4.1.2.7",
    because: "It is one of three words, which a finding names.",
  },
  {
    names: ["error_description", "description", "message", "detail", "title", "reason"],
    form: "text",
    source: "RFC 6749, section 4.1.2.1; RFC 9457, section 3.1",
    because: "They are sentences for developers, and only their words are kept.",
  },
];

const forms = new Map(keptNames.flatMap(({ names, form }) => names.map((name) => [name, form])));
/** The lists of a provider's description of itself (OpenID Connect Discovery 1.0, section 3). */
const supported = /_supported$/u;
const published = /_(?:uri|endpoint)$/u;

/** Returns how the value of a name is kept; undefined if it is replaced. */
export function findForm(name: string): NameForm | undefined {
  const lower = name.toLowerCase();
  const known = forms.get(lower);
  if (known !== undefined) return known;
  if (supported.test(lower)) return "words";
  return published.test(lower) ? "address" : undefined;
}
