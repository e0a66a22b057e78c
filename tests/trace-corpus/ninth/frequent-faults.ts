import type { ExpectedLogin } from "../expected-login.ts";

/** Failing logins, drawn by how often people report their causes. */
export const frequentFaults: readonly ExpectedLogin[] = [
  {
    name: "chat-works-only-in-development",
    story: "A user logs in at a chat that its developer has just deployed to its own host.",
    cause:
      "The server still takes http://localhost:5173, its address in development, for its public origin: the redirect_uri leads there, and not to http://chat.localhost:4462, and nothing answers there.",
    at: { method: "GET", path: "/authorize" },
  },
  {
    name: "callback-cannot-parse-token",
    story:
      "A user logs in at an application whose server handles the callback with an OIDC module.",
    cause:
      "The authorization request names no audience, so the access token is opaque and the server, which takes it for a JWT, cannot parse it.",
    at: { method: "GET", path: "/auth/auth0/callback" },
  },
  {
    name: "paste-site-session-not-started",
    story: "A user logs in from the page of a site whose API does the login.",
    cause:
      "The API began the login on http://127.0.0.1:4462, which has the session cookie, and its redirect_uri leads to http://localhost:4462, so the callback comes without that cookie.",
    at: { method: "GET", path: "/api/v3/login/callback" },
  },
  {
    name: "arcade-set-up-on-own-host",
    story:
      "A user sets up an arcade's page on their own host, and presses its button for the login.",
    cause:
      "The redirect_uri http://arcade.localhost:4462/callback is not among the callback URLs of the client.",
    at: { method: "GET", path: "/authorize" },
  },
];
