import type { PossibleCause } from "./meaning.ts";

// Causes that several rows share.

export const callbackNotAllowed: PossibleCause = {
  cause: "The callback URL is not in the list of the application.",
  check: "Compare redirect_uri with the allowed callback URLs, character by character.",
  remedy: "Add exactly this URL to the allowed callback URLs of the application.",
};
export const clientUnknown: PossibleCause = {
  cause: "The provider does not know the client ID.",
  check: "Compare client_id and the host with the settings of the application.",
  remedy: "Use the client ID and the domain of the same tenant.",
};
export const malformedRequest: PossibleCause = {
  cause: "A parameter is missing, repeated or malformed.",
  check: "Read the quoted description, and compare the request with one that works.",
  remedy: "Correct the parameter.",
};
export const grantTurnedOff: PossibleCause = {
  cause: "The grant type is turned off for the application.",
  check: "Open the advanced settings of the application, Grant Types.",
  remedy: "Turn the grant type on, or use the authorization code with PKCE.",
};
export const deniedByAction: PossibleCause = {
  cause: "A rule or an action of the tenant denied the login.",
  check: "Read the quoted description, and look at the tenant's log at this time.",
  remedy: "Correct the rule or the action, or show its description to the user.",
};
export const originNotAllowed: PossibleCause = {
  cause: "The page's origin is not among the allowed web origins.",
  check: "Compare the page's origin with the allowed web origins of the application.",
  remedy: "Add exactly this origin: scheme, host and port, without a slash at the end.",
};
export const cookiesBlocked: PossibleCause = {
  cause: "The browser blocks the provider's cookies, because the page is on another site.",
  check: "Look for the header Cookie in the request. Try with third-party cookies allowed.",
  remedy:
    "Use a custom domain of the page's own site, or refresh tokens with rotation instead of the frame.",
};
export const sessionEnded: PossibleCause = {
  cause: "The session at the provider has ended, or the user never logged in.",
  check: "Does an interactive login ask for the password?",
  remedy: "Log in with interaction. Treat this response as “logged out”.",
};
export const developmentKeys: PossibleCause = {
  cause: "The session came from a social connection with development keys.",
  check: "Open the connection: are client ID and secret empty?",
  remedy: "Enter your own keys in the connection.",
};
export const codeUsed: PossibleCause = {
  cause: "The code has expired, or was used before.",
  check: "Compare the times, and look for a second request with the code, also in a worker.",
  remedy: "Redeem each code once, when the callback loads.",
};
export const otherLogin: PossibleCause = {
  cause: "The code belongs to another login, for example of a second tab.",
  check: "Compare client_id, redirect_uri and the verifier with those of the login.",
  remedy: "Keep the values of each login apart, by its state.",
};
export const tooManyRequests: PossibleCause = {
  cause: "The page or a loop sends too many requests.",
  check: "Look for repeated requests, and for the headers Retry-After and X-RateLimit-Reset.",
  remedy: "Wait until the limit ends, and remove the repetition.",
};
export const providerFailed: PossibleCause = {
  cause: "The provider, or a proxy before it, failed.",
  check: "Look at the provider's status page, and at its log at this time.",
  remedy: "Try again with a growing delay.",
};
export const blockedByExtension: PossibleCause = {
  cause: "An extension or a setting of the browser blocked the request.",
  check: "Try in a private window without extensions.",
  remedy: "Allow the provider's host in the extension.",
};
export const wrongAddress: PossibleCause = {
  cause: "The address is wrong.",
  check: "Open the URL in a tab, and compare it with the settings.",
  remedy: "Correct the domain, the scheme or the path.",
};
export const serverDown: PossibleCause = {
  cause: "No server answers at this address.",
  check: "Open the URL in a tab. Is the server running, and is this device online?",
  remedy: "Start the server, or correct the host and the port.",
};
export const withoutCors: PossibleCause = {
  cause: "The server does not allow the page's origin (CORS).",
  check: "Look for Access-Control-Allow-Origin in the response, and at the Console.",
  remedy: "Allow exactly this origin at the server.",
};
export const errorWithoutCors: PossibleCause = {
  cause: "The server refused the request, and an error response has no CORS headers.",
  check: "Read the status and the response in the Network panel: the page cannot read them.",
  remedy: "Correct the cause of the error first. Then add the CORS headers to error responses.",
};
export const lostState: PossibleCause = {
  cause: "The application no longer had the values of its login, such as state and verifier.",
  check: "Look at the Console, and at sessionStorage and cookies of the callback's origin.",
  remedy: "Start and end the login at one origin, and store its values until the callback.",
};
export const tokenOfOtherApi: PossibleCause = {
  cause: "The token is for another API.",
  check: "Compare aud of the token with the identifier of the API.",
  remedy: "Log in, or renew, with the audience of this API.",
};
export const tokenEnded: PossibleCause = {
  cause: "The token has expired or was revoked.",
  check: "Compare exp of the token with the time of the call.",
  remedy: "Renew before the token expires.",
};
export const userMayNot: PossibleCause = {
  cause: "The user does not have this permission.",
  check: "Look at the roles and permissions of the user.",
  remedy: "Assign the permission, or hide the action from this user.",
};
export const scopeMissing: PossibleCause = {
  cause: "The token lacks a scope that this call needs.",
  check: "Compare scope of the token with the API's documentation.",
  remedy: "Log in, or renew, with the scope.",
};
export const userCancelled: PossibleCause = {
  cause: "The user declined the consent or cancelled the login.",
  check: "Is a consent page among the messages?",
  remedy: "Show this as a result, and offer to log in again.",
};
