import type { ExpectedLogin } from "../expected-login.ts";

/** The logins of the ninth set that work. */
export const cleanLogins: readonly ExpectedLogin[] = [
  {
    name: "worker-holds-refresh-token",
    story:
      "A page with the library auth0-spa-js lets a worker send its token requests, and asks in a frame after a reload, since nothing is stored.",
    clean: true,
    endsAt: { path: "/api/recipes", text: "Bread" },
  },
  {
    name: "second-api-asks-for-consent",
    story:
      "A page with the library auth0-spa-js uses one API at once; for a second API it learns that consent is missing, and the user consents.",
    clean: true,
  },
  {
    name: "old-session-exchanged",
    story:
      "A page with the library auth0-spa-js exchanges the token of the application that it replaces, without any page of the tenant.",
    clean: true,
  },
  {
    name: "social-account-declined",
    story:
      "A user cancels at the social account, and the page with the library auth0-spa-js then offers a login with a password.",
    clean: true,
    endsAt: { path: "/api/rehearsals", text: "Tuesday" },
  },
  {
    name: "code-by-text-message",
    story:
      "A user of a page with the library auth0-js gets a code by text message, mistypes it once in the page's own form, and logs in.",
    clean: true,
  },
  {
    name: "link-from-mail",
    story:
      "A page with the library auth0-js has the tenant send a link by mail, and the user opens the link in the same browser, which blocks statistics.",
    clean: true,
    failsLater: ["/collect"],
  },
  {
    name: "id-token-posted-to-server",
    story:
      "A server on another site than the tenant gets only an ID token by form post, sets its session cookie, and later logs the user out at both.",
    clean: true,
    endsAt: { path: "/issues/44" },
    failsLater: ["/advertisements/3"],
  },
  {
    name: "company-answers-by-saml",
    story:
      "A page logs in with PKCE at a broker, which asks the user's company by SAML, where the user mistypes the password once.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/idp/userinfo.openid", text: "ada@weaver.example" },
  },
  {
    name: "credential-posted-by-button",
    story:
      "A button of a provider posts a signed credential to the server of a cookbook on another site, without a code and without a state.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/cookbook" },
  },
  {
    name: "code-host-without-openid",
    story:
      "A server connects the account of a code host by OAuth without OpenID, and the page asks the server who is signed in before and after.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/me", text: "ada" },
  },
  {
    name: "sign-in-host-shares-cookie",
    story:
      "A gateway's host signs a user in with openid-client and sets a cookie for its domain, so that a second application behind it needs no login.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/files" },
    failsLater: ["/.gate/picture"],
  },
  {
    name: "request-signed-by-server",
    story:
      "A server with openid-client has a key in place of a secret: it sends a signed request object and redeems the code with an assertion.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/prescriptions" },
    failsLater: ["/texts/en-AU.json"],
  },
  {
    name: "began-again-at-start-page",
    story:
      "A user goes back from the provider's page to look at the start page, begins again and logs in; the server keeps one cookie for each login.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/" },
  },
  {
    name: "went-back-to-used-callback",
    story:
      "After a login with the library oidc-client-ts the user presses Back, and the callback page sees that the user is known and goes on.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/atlas/api/maps", text: "Alps" },
  },
  {
    name: "session-renews-at-server",
    story:
      "A guard sends the user to the sign-in page of the library Auth.js, which later renews the provider's tokens when the page asks for the session.",
    isOtherProvider: true,
    clean: true,
    endsAt: { path: "/api/auth/session", text: "Ada" },
  },
];
