import type { LoginEntry } from "../../login-entry.ts";

/** Logins at the local tenant that stop at a callback that no server refuses. */
export const tenantCallbackPages: readonly LoginEntry[] = [
  {
    name: "start-and-return-on-different-hosts",
    story:
      "The login starts at 127.0.0.1 and returns to localhost, whose page has not stored the state of the login.",
    cause:
      "The login started on another origin than its callback, so the callback page cannot find the stored state and verifier.",
    stop: { step: "callback", who: "page", method: "GET", path: "/callback" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The server found no login that fits: its session cookie was lost.",
    ],
  },
  {
    name: "chat-works-only-in-development",
    story: "A user logs in at a chat that its developer has just deployed to its own host.",
    cause:
      "The server still takes http://localhost:5173, its address in development, for its public origin: the redirect_uri leads there, and not to http://chat.localhost:4462, and nothing answers there.",
    stop: { step: "callback", who: "network", method: "GET", path: "/authorize" },
    accepted: [
      "The application no longer had the values of its login, such as state and verifier.",
      "The server found no login that fits: its session cookie was lost.",
      "No server answers at this address.",
      "The address is wrong.",
      "The certificate is self-signed, has expired or is of another host.",
    ],
  },
];
