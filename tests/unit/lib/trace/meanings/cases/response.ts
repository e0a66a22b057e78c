import type { MeaningCase, StopFacts } from "../stops.ts";

const provider: StopFacts = { step: "response", by: "provider" };
const denied = "The provider denied the login";
const refused = "The provider refused the login";
const invalid = "The provider refused the request as invalid";
const other = { says: ["unknown_error"] };

/** A row that is known by its code alone. */
const byCode = (title: string, code: string): MeaningCase => ({
  title,
  stop: { ...provider, says: [code] },
  miss: other,
  instead: refused,
});

export const responseCases: readonly MeaningCase[] = [
  {
    title: denied,
    stop: { ...provider, says: ["access_denied"], asked: { audience: "https://api.example" } },
    miss: { asked: { scope: "openid" } },
    instead: denied,
  },
  byCode(denied, "unauthorized"),
  {
    title: "The provider saw no session",
    stop: { ...provider, says: ["login_required"], asked: { prompt: "none" } },
    miss: { asked: { prompt: "login" } },
    instead: "The provider needs the user, and may not ask",
  },
  byCode("The login needs the user's consent", "consent_required"),
  byCode("The provider needs the user, and may not ask", "interaction_required"),
  byCode("The provider does not support this response type", "unsupported_response_type"),
  byCode("The client may not log in in this way", "unauthorized_client"),
  byCode("The provider refused the scope", "invalid_scope"),
  byCode("The provider refused the resource", "invalid_target"),
  byCode("The provider does not support a parameter of the request", "request_not_supported"),
  byCode("The provider refused the request object", "invalid_request_object"),
  byCode("The provider refused the request_uri", "invalid_request_uri"),
  {
    title: invalid,
    stop: { ...provider, says: ["invalid_request"], asked: { connection: "google" } },
    miss: { asked: { scope: "openid" } },
    instead: invalid,
  },
  {
    title: "The provider refused a request for tokens in the redirect",
    stop: { ...provider, says: ["invalid_request"], asked: { response_type: "id_token" } },
    miss: { asked: { response_type: "code" } },
    instead: invalid,
  },
  byCode(invalid, "invalid_request"),
  byCode("The provider failed at the login", "server_error"),
  byCode("The provider blocked further attempts", "too_many_attempts"),
  byCode("The provider requires a second factor", "mfa_required"),
  {
    title: refused,
    stop: { ...provider, ...other },
    miss: { by: "server" },
    instead: "The application's server refused the response",
  },
  {
    title: "The application's server refused the response",
    stop: { step: "response", by: "server", says: ["500"] },
    miss: { by: "nobody", says: [] },
    instead: "Nothing followed the authorization response",
  },
  {
    title: "Nothing followed the authorization response",
    stop: { step: "response", by: "nobody" },
    miss: { by: "provider" },
    instead: refused,
  },
];
