/**
 * Every row of every table, every numbered rule and every rule in a list of the interface
 * description, under its heading. The text of a row is a reminder, not the rule. `covered` means
 * that a test in tests/unit or tests/e2e with the row's ID as its tag would fail if the row were
 * broken. `npm test` checks that such a test ran and passed; the planted faults of
 * tests/repo/planted-faults check that it can fail.
 */

type SpecRowState = "covered" | "not yet";

type SpecRow = readonly [id: string, words: string, state: SpecRowState];

/**
 * The form of a group in the interface description; `table` and `numbered` groups are compared
 * strictly with its counts.
 */
type SpecGroupKind = "table" | "numbered" | "listed" | "prose";

export interface SpecGroup {
  readonly heading: string;
  readonly kind: SpecGroupKind;
  readonly rows: readonly SpecRow[];
}

export const specGroups: readonly SpecGroup[] = [
  {
    heading: "What the service does: management interface",
    kind: "listed",
    rows: [
      [
        "service.exchange.runs-action",
        "an exchange whose subject token type matches runs the linked action",
        "covered",
      ],
      [
        "service.connection-profile.update",
        "an administrator may change each part of a connection profile",
        "covered",
      ],
      [
        "service.events.resumable",
        "a subscriber picks the stream up again from its cursor",
        "covered",
      ],
    ],
  },
  {
    heading: "What the service does: client library",
    kind: "listed",
    rows: [
      ["service.library.browser", "hosted and embedded login from a browser", "covered"],
      [
        "service.library.operations",
        "the full set of login, renewal, account and management operations",
        "covered",
      ],
      [
        "service.library.third-party-cookies",
        "embedded login leans on third-party cookies without a custom domain",
        "covered",
      ],
    ],
  },
  {
    heading: "Token exchange profile: fields",
    kind: "table",
    rows: [
      ["tep.id.returned", "given by the service, refused in a create request", "covered"],
      ["tep.name.length", "required, 3 to 50 characters", "covered"],
      [
        "tep.subject-token-type.uri",
        "required, a URI of 8 to 100 characters, one profile each",
        "covered",
      ],
      [
        "tep.action-id.length",
        "required, 1 to 36 characters, names a deployed exchange action",
        "covered",
      ],
      ["tep.type.custom-only", "required, custom_authentication and nothing else", "covered"],
      ["tep.created-at.returned", "time of creation, given by the service", "covered"],
      ["tep.updated-at.returned", "time of the last change, given by the service", "covered"],
    ],
  },
  {
    heading: "Token exchange profile: rules below the fields",
    kind: "listed",
    rows: [
      [
        "tep.create.no-other-properties",
        "any other property in a create request is refused",
        "covered",
      ],
      ["tep.response.may-carry-more", "unknown properties in the answer are tolerated", "covered"],
    ],
  },
  {
    heading: "Connection profile: fields",
    kind: "table",
    rows: [
      ["cp.id.returned", "given by the service", "covered"],
      ["cp.name.length", "1 to 50 characters", "covered"],
      ["cp.organization.object", "an object, content open", "covered"],
      [
        "cp.prefix-template.pattern",
        "at most 15 characters of the allowed alphabet and two placeholders",
        "covered",
      ],
      ["cp.enabled-features.values", "scim and universal_logout only", "covered"],
      ["cp.connection-config.object", "an object, content open", "covered"],
      [
        "cp.strategy-overrides.keys",
        "eight strategies, each with features and configuration",
        "covered",
      ],
    ],
  },
  {
    heading: "Authentication result",
    kind: "table",
    rows: [
      ["library.result.access-token", "access token for the audience", "covered"],
      ["library.result.expires-in", "its lifetime in seconds, a string", "covered"],
      ["library.result.id-token", "ID token as a JWT", "covered"],
    ],
  },
  {
    heading: "User info object",
    kind: "prose",
    rows: [
      ["library.user-info.sub", "provider-prefixed user id", "covered"],
      ["library.user-info.nickname", "nickname", "covered"],
      ["library.user-info.name", "name", "covered"],
      ["library.user-info.picture", "address of a picture", "covered"],
      ["library.user-info.updated-at", "ISO 8601 time", "covered"],
      ["library.user-info.email", "e-mail address", "covered"],
      ["library.user-info.email-verified", "a string true or false, not a boolean", "covered"],
    ],
  },
  {
    heading: "POST token-exchange-profiles",
    kind: "listed",
    rows: [
      ["management.create.profile", "makes one profile in the tenant", "covered"],
      ["management.create.scope", "asks for create:token_exchange_profiles", "covered"],
      ["management.create.content-types", "JSON and form bodies alike", "covered"],
      ["management.create.201", "201 with the whole profile as JSON", "covered"],
    ],
  },
  {
    heading: "PATCH connection-profiles/{id}",
    kind: "listed",
    rows: [
      ["management.patch.profile", "changes one connection profile", "covered"],
      ["management.patch.path-id", "the id travels in the path", "covered"],
      ["management.patch.body-optional", "any of six properties, none required", "covered"],
      ["management.patch.response", "answers with the changed profile", "covered"],
    ],
  },
  {
    heading: "GET events: purpose and success",
    kind: "listed",
    rows: [
      ["events.stream.data-json", "each SSE data line is a JSON message", "covered"],
      ["events.stream.established", "a good request opens the stream", "covered"],
    ],
  },
  {
    heading: "GET events: query parameters",
    kind: "table",
    rows: [
      [
        "events.from.max-length",
        "opaque cursor of at most 1024 characters, newest when absent",
        "covered",
      ],
      [
        "events.from-timestamp.first-only",
        "RFC 3339, at most 20 characters, only while no cursor is known",
        "covered",
      ],
      ["events.event-type.repeated", "one parameter a type, every type when absent", "covered"],
    ],
  },
  {
    heading: "Library initialization",
    kind: "table",
    rows: [
      ["library.init.domain", "required", "covered"],
      ["library.init.client-id", "required", "covered"],
      ["library.init.redirect-uri", "default target of redirects, empty unless given", "covered"],
      ["library.init.scope", "openid profile email unless given", "covered"],
      ["library.init.audience", "default audience", "covered"],
      ["library.init.response-type", "token, or code once a redirect target is given", "covered"],
      [
        "library.init.response-mode",
        "left out unless given; query, fragment or form_post",
        "covered",
      ],
      ["library.init.leeway", "seconds of clock skew forgiven", "covered"],
      ["library.init.disable-deprecation-warnings", "false unless given", "covered"],
    ],
  },
  {
    heading: "Library initialization: rules beside the options",
    kind: "prose",
    rows: [
      [
        "library.init.per-method",
        "what initialization leaves out, each method must be given",
        "covered",
      ],
      ["library.callbacks.err-result", "callbacks take an error, then a result", "covered"],
    ],
  },
  {
    heading: "authorize",
    kind: "prose",
    rows: [
      ["library.authorize.endpoint", "sends the browser to the authorize endpoint", "covered"],
      ["library.authorize.audience", "audience for this call", "covered"],
      ["library.authorize.connection", "one connection in place of the choice", "covered"],
      ["library.authorize.scope", "space-separated, offline_access for a refresh token", "covered"],
      ["library.authorize.response-type", "response type for this call", "covered"],
      ["library.authorize.client-id", "client for this call", "covered"],
      ["library.authorize.redirect-uri", "redirect target for this call", "covered"],
      ["library.authorize.state", "made and checked by the library unless given", "covered"],
      ["library.authorize.prompt", "login forces the page, none tries without", "covered"],
      ["library.authorize.nonce", "nonce for this call", "covered"],
    ],
  },
  {
    heading: "popup.authorize",
    kind: "prose",
    rows: [
      ["library.popup.same-options", "takes what authorize takes", "covered"],
      [
        "library.popup.redirect-uri-required",
        "refuses to start without a redirect target",
        "covered",
      ],
      [
        "library.popup.callback",
        "the target page hands the result back with popup.callback()",
        "covered",
      ],
      ["library.popup.not-hosted", "unusable inside a hosted login page", "covered"],
      ["library.popup.allowed-callback", "its target must be an allowed callback", "covered"],
    ],
  },
  {
    heading: "login",
    kind: "table",
    rows: [
      ["library.login.username", "this or an e-mail address", "covered"],
      ["library.login.email", "this or a user name", "covered"],
      ["library.login.password", "required", "covered"],
      ["library.login.realm", "required, names the database connection", "covered"],
    ],
  },
  {
    heading: "login: route, and crossOriginVerification",
    kind: "prose",
    rows: [
      [
        "library.login.co-authenticate",
        "embedded login goes through the cross-origin route",
        "covered",
      ],
      [
        "library.cross-origin-verification",
        "helps where third-party cookies are blocked",
        "covered",
      ],
    ],
  },
  {
    heading: "client.buildAuthorizeUrl",
    kind: "prose",
    rows: [
      [
        "library.build-authorize-url.url",
        "answers with the address of a new transaction",
        "covered",
      ],
      ["library.build-authorize-url.client-id", "carries the client", "covered"],
      ["library.build-authorize-url.response-type", "carries the response type", "covered"],
      ["library.build-authorize-url.redirect-uri", "carries the redirect target", "covered"],
      [
        "library.build-authorize-url.state",
        "carries the state that a self-redirecting caller must give",
        "covered",
      ],
      ["library.build-authorize-url.nonce", "carries the nonce", "covered"],
    ],
  },
  {
    heading: "passwordlessStart",
    kind: "table",
    rows: [
      ["library.passwordless-start.connection", "required, email or sms", "covered"],
      ["library.passwordless-start.send", "code or link, a link when null", "covered"],
      [
        "library.passwordless-start.phone-number",
        "for sms; never both this and an address",
        "covered",
      ],
      ["library.passwordless-start.email", "for e-mail; never both this and a number", "covered"],
    ],
  },
  {
    heading: "passwordlessStart: rule below the options",
    kind: "prose",
    rows: [
      [
        "library.passwordless-start.initialized",
        "needs a redirect target and response type from initialization",
        "covered",
      ],
    ],
  },
  {
    heading: "passwordlessLogin",
    kind: "table",
    rows: [
      ["library.passwordless-login.connection", "required, as at the start", "covered"],
      [
        "library.passwordless-login.verification-code",
        "required, the code that was sent",
        "covered",
      ],
      ["library.passwordless-login.phone-number", "the number it went to; never both", "covered"],
      ["library.passwordless-login.email", "the address it went to; never both", "covered"],
    ],
  },
  {
    heading: "parseHash",
    kind: "prose",
    rows: [
      ["library.parse-hash.result", "turns the fragment into an authentication result", "covered"],
      ["library.parse-hash.state", "checks against a given state", "covered"],
      ["library.parse-hash.nonce", "checks the ID token against a given nonce", "covered"],
      ["library.parse-hash.hash", "reads a given fragment, else that of the page", "covered"],
    ],
  },
  {
    heading: "client.userInfo",
    kind: "prose",
    rows: [
      ["library.user-info.request", "asks the user-info route with an access token", "covered"],
    ],
  },
  {
    heading: "checkSession",
    kind: "prose",
    rows: [
      [
        "library.check-session.new-tokens",
        "fresh tokens for somebody already logged in",
        "covered",
      ],
      [
        "library.check-session.defaults",
        "takes any authorize parameter, the rest from initialization",
        "covered",
      ],
      ["library.check-session.other-api", "another audience and scope for another API", "covered"],
      ["library.check-session.nonce", "a given nonce must come back in the ID token", "covered"],
      [
        "library.check-session.iframe",
        "works in a hidden frame without leaving the page",
        "covered",
      ],
      ["library.check-session.rules", "counts as a login for the tenant's rules", "covered"],
    ],
  },
  {
    heading: "logout",
    kind: "prose",
    rows: [
      ["library.logout.return-to", "where to go afterwards", "covered"],
      ["library.logout.client-id", "which application's list applies", "covered"],
      [
        "library.logout.application-list",
        "with a client, its own logout addresses decide",
        "covered",
      ],
      ["library.logout.account-list", "without one, those of the account decide", "covered"],
    ],
  },
  {
    heading: "signup",
    kind: "table",
    rows: [
      ["library.signup.email", "required", "covered"],
      ["library.signup.password", "required", "covered"],
      ["library.signup.username", "required where the connection asks for user names", "covered"],
      ["library.signup.connection", "required, names the database connection", "covered"],
      ["library.signup.user-metadata", "optional object kept with the user", "covered"],
    ],
  },
  {
    heading: "signup: rule below the options, and changePassword",
    kind: "prose",
    rows: [
      ["library.signup.database-only", "for database connections alone", "covered"],
      ["library.change-password.connection", "names the connection", "covered"],
      ["library.change-password.email", "names the user", "covered"],
      ["library.change-password.mail", "a reset link goes out by e-mail", "covered"],
    ],
  },
  {
    heading: "Management calls",
    kind: "table",
    rows: [
      ["library.management.get-user", "the profile of a user id", "covered"],
      [
        "library.management.patch-user-metadata",
        "same keys overwritten, new ones added",
        "covered",
      ],
      ["library.management.link-user", "joins a secondary identity by its ID token", "covered"],
    ],
  },
  {
    heading: "Management calls: rules beside the calls",
    kind: "prose",
    rows: [
      [
        "library.management.construct",
        "made from a domain and a token for the management audience",
        "covered",
      ],
      [
        "library.management.linked-entry-gone",
        "the secondary account stops existing by itself",
        "covered",
      ],
      [
        "library.management.metadata-not-merged",
        "linking and unlinking never move metadata",
        "covered",
      ],
      ["library.management.own-domain", "the tenant's own domain, never a custom one", "covered"],
    ],
  },
  {
    heading: "Routes and tenant settings of the library",
    kind: "prose",
    rows: [
      ["library.routes.authorize", "/authorize", "covered"],
      ["library.routes.co-authenticate", "/co/authenticate with its five fields", "covered"],
      ["library.routes.userinfo", "/userinfo", "covered"],
      [
        "library.settings.web-origins",
        "embedded login and renewal only from allowed origins",
        "covered",
      ],
      ["library.settings.callback-urls", "redirect targets only from the allowed list", "covered"],
      ["library.settings.logout-urls", "logout targets only from the allowed list", "covered"],
    ],
  },
  {
    heading: "Authentication: management interface",
    kind: "numbered",
    rows: [
      ["authn.management.bearer-jwt", "every operation wants a JWT as bearer token", "covered"],
      [
        "authn.management.client-credentials",
        "the token may come from the client-credentials grant",
        "covered",
      ],
      ["authn.management.scope-403", "creating without its scope is a 403", "covered"],
      ["authn.management.global-client-401", "a client that is not global is a 401", "covered"],
      ["authn.management.scope-names", "scopes are verb, colon, resource", "covered"],
    ],
  },
  {
    heading: "Authentication: scopes by resource",
    kind: "table",
    rows: [
      ["authn.scopes.crud", "resources with all four verbs", "covered"],
      ["authn.scopes.rud", "resources read, updated, deleted", "covered"],
      ["authn.scopes.rd", "resources read and deleted", "covered"],
      ["authn.scopes.ru", "resources read and updated", "covered"],
      ["authn.scopes.cru", "resources created, read, updated", "covered"],
      ["authn.scopes.crd", "resources created, read, deleted", "covered"],
      ["authn.scopes.cd", "resources created and deleted", "covered"],
      ["authn.scopes.r", "resources only read", "covered"],
      ["authn.scopes.u", "resources only updated", "covered"],
      ["authn.scopes.c", "resources only created", "covered"],
    ],
  },
  {
    heading: "Authentication: client library",
    kind: "numbered",
    rows: [
      [
        "authn.library.no-secret",
        "domain and client id suffice, no secret in a browser",
        "covered",
      ],
      [
        "authn.library.current-user-scopes",
        "seven current-user scopes, asked for by name with the management audience",
        "covered",
      ],
      [
        "authn.library.web-origins",
        "embedded login needs an allowed origin, renewal needs third-party cookies",
        "covered",
      ],
      ["authn.library.hs256-refused", "an HS256 ID token makes parseHash fail", "covered"],
    ],
  },
  {
    heading: "Event types",
    kind: "prose",
    rows: [
      ["events.type.group.created", "parsed and streamed", "covered"],
      ["events.type.group.deleted", "parsed and streamed", "covered"],
      ["events.type.group.member.added", "parsed and streamed", "covered"],
      ["events.type.group.member.deleted", "parsed and streamed", "covered"],
      ["events.type.group.role.assigned", "parsed and streamed", "covered"],
      ["events.type.group.role.deleted", "parsed and streamed", "covered"],
      ["events.type.group.updated", "parsed and streamed", "covered"],
      ["events.type.organization.connection.added", "parsed and streamed", "covered"],
      ["events.type.organization.connection.removed", "parsed and streamed", "covered"],
      ["events.type.organization.connection.updated", "parsed and streamed", "covered"],
      ["events.type.organization.created", "parsed and streamed", "covered"],
      ["events.type.organization.deleted", "parsed and streamed", "covered"],
      ["events.type.organization.group.role.assigned", "parsed and streamed", "covered"],
      ["events.type.organization.group.role.deleted", "parsed and streamed", "covered"],
      ["events.type.organization.member.added", "parsed and streamed", "covered"],
      ["events.type.organization.member.deleted", "parsed and streamed", "covered"],
      ["events.type.organization.member.role.assigned", "parsed and streamed", "covered"],
      ["events.type.organization.member.role.deleted", "parsed and streamed", "covered"],
      ["events.type.organization.updated", "parsed and streamed", "covered"],
      ["events.type.user.created", "parsed and streamed", "covered"],
      ["events.type.user.deleted", "parsed and streamed", "covered"],
      ["events.type.user.updated", "parsed and streamed", "covered"],
    ],
  },
  {
    heading: "Stream message: kinds",
    kind: "prose",
    rows: [
      [
        "events.message.discriminated",
        "the type tells an event, an error and a heartbeat apart",
        "covered",
      ],
      ["events.message.error", "an error message is recognised", "covered"],
      ["events.message.offset-only", "a heartbeat moves the cursor and nothing else", "covered"],
    ],
  },
  {
    heading: "Stream message: fields",
    kind: "table",
    rows: [
      ["events.message.type", "required, taken from the SSE event field", "covered"],
      ["events.message.offset", "required, the cursor to resume from", "covered"],
      ["events.message.event", "required, the event itself", "covered"],
    ],
  },
  {
    heading: "Event object",
    kind: "table",
    rows: [
      ["events.object.specversion", "string", "covered"],
      ["events.object.type", "the event type again", "covered"],
      ["events.object.source", "string", "covered"],
      ["events.object.id", "string, identity of the event", "covered"],
      ["events.object.time", "date and time", "covered"],
      ["events.object.data.object", "what the event is about", "covered"],
      ["events.object.context.tenant", "the tenant's id", "covered"],
      ["events.object.context.client", "the client that acted", "covered"],
      ["events.object.context.connection", "the connection involved", "covered"],
      ["events.object.context.request", "the request behind it", "covered"],
      ["events.object.context.request.geo", "where that request came from", "covered"],
      ["events.object.svctenant", "prefixed tenant attribute", "covered"],
      ["events.object.svcstream", "prefixed stream attribute", "covered"],
      ["events.object.svcpurpose", "prefixed purpose attribute, test among its values", "covered"],
    ],
  },
  {
    heading: "Errors: create token exchange profile",
    kind: "table",
    rows: [
      ["management.create.400.invalid-body", "body does not fit", "covered"],
      ["management.create.400.type-custom", "type is not the custom one", "covered"],
      ["management.create.400.action-not-deployed", "action exists, not deployed", "covered"],
      ["management.create.400.action-trigger", "action has another trigger", "covered"],
      ["management.create.400.action-not-found", "no such action", "covered"],
      ["management.create.401.invalid-token", "token is not valid", "covered"],
      ["management.create.401.invalid-signature", "token's signature does not verify", "covered"],
      [
        "management.create.401.client-not-global",
        "token of a client that is not global",
        "covered",
      ],
      ["management.create.403.limit-reached", "tenant holds as many as it may", "covered"],
      ["management.create.403.insufficient-scope", "token lacks the scope", "covered"],
      ["management.create.409", "subject token type already taken", "covered"],
      ["management.create.429", "too many requests, three headers say when to go on", "covered"],
    ],
  },
  {
    heading: "Errors: embedded login",
    kind: "table",
    rows: [
      [
        "library.co-authenticate.400.invalid-body",
        "the five fields, no fewer and no more",
        "covered",
      ],
      [
        "library.co-authenticate.401.unauthorized-client",
        "client may not log in across origins",
        "covered",
      ],
      [
        "library.co-authenticate.400.unsupported-credential-type",
        "credential type unknown",
        "covered",
      ],
      ["library.co-authenticate.400.unknown-realm", "realm unknown", "covered"],
      ["library.co-authenticate.403.wrong-password", "address or password wrong", "covered"],
      ["library.co-authenticate.403.authentication-error", "login failed otherwise", "covered"],
      ["library.co-authenticate.403.blocked-user", "user is blocked", "covered"],
      ["library.co-authenticate.401.password-leaked", "password known from a breach", "covered"],
      [
        "library.co-authenticate.429.consecutive-failures",
        "account locked after repeated failures",
        "covered",
      ],
      [
        "library.co-authenticate.429.suspicious",
        "suspicious behaviour, no further attempts",
        "covered",
      ],
      [
        "library.co-authenticate.403.origin-not-allowed",
        "plain text, no error property",
        "covered",
      ],
    ],
  },
  {
    heading: "Errors: embedded login, rule above the codes",
    kind: "prose",
    rows: [
      [
        "library.co-authenticate.description-not-parsed",
        "code never depends on a description",
        "covered",
      ],
    ],
  },
  {
    heading: "Errors: other library errors",
    kind: "listed",
    rows: [
      ["library.errors.hs256-invalid-token", "parseHash: invalid_token for HS256", "covered"],
      [
        "library.errors.issued-in-future",
        "clock skew has its own text, leeway forgives it",
        "covered",
      ],
      [
        "library.errors.sso-data-consent",
        "getSSOData wants the default scope on a local page",
        "covered",
      ],
      [
        "library.errors.development-keys",
        "renewal over a social connection with shared keys is always login_required",
        "covered",
      ],
    ],
  },
  {
    heading: "Limits",
    kind: "table",
    rows: [
      ["limits.tep-name", "3 to 50", "covered"],
      ["limits.subject-token-type", "8 to 100", "covered"],
      ["limits.action-id", "1 to 36", "covered"],
      ["limits.tep-type", "1 to 21", "covered"],
      ["limits.cp-name", "1 to 50", "covered"],
      ["limits.prefix-template", "up to 15", "covered"],
      ["limits.from", "up to 1024", "covered"],
      ["limits.from-timestamp", "up to 20", "covered"],
      ["limits.check-session-interval", "15 minutes between renewals that poll", "covered"],
    ],
  },
  {
    heading: "Limits: rules below the table",
    kind: "listed",
    rows: [
      ["limits.rate-limit-headers", "429 with limit, remaining and reset", "covered"],
      ["limits.tep-count", "one profile too many is a 403", "covered"],
    ],
  },
  {
    heading: "Versioning",
    kind: "listed",
    rows: [
      ["versioning.base-path", "management 2.0 under /api/v2", "covered"],
      ["versioning.create-available", "creating a profile is a finished feature", "covered"],
      [
        "versioning.library-v10",
        "the library is version 10, named in a delivered script's path",
        "covered",
      ],
      [
        "versioning.hs256",
        "version 10 refuses HS256, switching to RS256 is the way out",
        "covered",
      ],
      ["versioning.default-scope", "openid profile email since version 10", "covered"],
      ["versioning.v9-elsewhere", "version 9 is documented elsewhere", "covered"],
    ],
  },
];
