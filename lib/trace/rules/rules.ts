import { atFailed } from "./api/at-failed.ts";
import { atForbidden } from "./api/at-forbidden.ts";
import { atHandover } from "./api/at-handover.ts";
import { atMisplaced } from "./api/at-misplaced.ts";
import { atMissing } from "./api/at-missing.ts";
import { atRedirected } from "./api/at-redirected.ts";
import { atRefused } from "./api/at-refused.ts";
import { callRefusals } from "./api/call-refusals.ts";
import { authzInFrame } from "./request/authz-in-frame.ts";
import { ctxFormAction } from "./browser/ctx-form-action.ts";
import { authzFederation } from "./response/authz-federation.ts";
import { respTargetFailed } from "./response/resp-target-failed.ts";
import { logoutLocal } from "./session/logout-local.ts";
import { logoutStays } from "./session/logout-stays.ts";
import { ctxPolicy } from "./browser/ctx-policy.ts";
import { netCors } from "./browser/net-cors.ts";
import { netTooLarge } from "./browser/net-too-large.ts";
import { discFailed } from "./id-token/disc-failed.ts";
import { idtAcr } from "./id-token/idt-acr.ts";
import { idtInnerIssuer } from "./id-token/idt-inner-issuer.ts";
import { refusedCalls } from "./request/refused-calls.ts";
import { respBackAtLogin } from "./response/resp-back-at-login.ts";
import { respCallbackPage } from "./response/resp-callback-page.ts";
import { respSessionUnsent } from "./response/resp-session-unsent.ts";
import { respCoop } from "./response/resp-coop.ts";
import { respFragmentUnseen } from "./response/resp-fragment-unseen.ts";
import { respLoginCookie } from "./response/resp-login-cookie.ts";
import { authzDouble } from "./request/authz-double.ts";
import { authzNonceWeak } from "./request/authz-nonce-weak.ts";
import { authzPkceConstant } from "./request/authz-pkce-constant.ts";
import { authzPromptConflict } from "./request/authz-prompt-conflict.ts";
import { authzPromptNoneToplevel } from "./request/authz-prompt-none-toplevel.ts";
import { authzRate } from "./request/authz-rate.ts";
import { authzRedirectDynamic } from "./request/authz-redirect-dynamic.ts";
import { authzRedirectResponse } from "./request/authz-redirect-response.ts";
import { authzRedirectOrigin } from "./request/authz-redirect-origin.ts";
import { authzRefused } from "./request/authz-refused.ts";
import { authzStalled } from "./response/authz-stalled.ts";
import { authzStateReused } from "./request/authz-state-reused.ts";
import { authzStateWeak } from "./request/authz-state-weak.ts";
import { authzTransactionLost } from "./response/authz-transaction-lost.ts";
import { cookieAttributes } from "./browser/cookie-attributes.ts";
import { ctxInsecure } from "./browser/ctx-insecure.ts";
import { libVulnerable } from "./library/lib-vulnerable.ts";
import { logoutClient } from "./session/logout-client.ts";
import { logoutFetch } from "./session/logout-fetch.ts";
import { logoutReturn } from "./session/logout-return.ts";
import { logoutUnnamed } from "./session/logout-unnamed.ts";
import { loopRedirect } from "./session/loop-redirect.ts";
import { loopLogin } from "./session/loop-login.ts";
import { netBlocked } from "./browser/net-blocked.ts";
import { netFailed } from "./browser/net-failed.ts";
import { netMixed } from "./browser/net-mixed.ts";
import { resp307 } from "./response/resp-307.ts";
import { respCodeLeaks } from "./response/resp-code-leaks.ts";
import { respFormpostCookie } from "./response/resp-formpost-cookie.ts";
import { respModeMismatch } from "./response/resp-mode-mismatch.ts";
import { respSessionLost } from "./response/resp-session-lost.ts";
import { respNoSession } from "./response/resp-no-session.ts";
import { respNoTransaction } from "./response/resp-no-transaction.ts";
import { respNotRedeemed } from "./response/resp-not-redeemed.ts";
import { respParamStripped } from "./response/resp-param-stripped.ts";
import { respTokenInUrl } from "./response/resp-token-in-url.ts";
import { atInsufficientScope } from "./api/at-insufficient-scope.ts";
import { dpopBearer } from "./api/dpop-bearer.ts";
import { dpopNonce } from "./api/dpop-nonce.ts";
import { dpopProof } from "./api/dpop-proof.ts";
import { netPreflight } from "./browser/net-preflight.ts";
import { respCallbackFailed } from "./response/resp-callback-failed.ts";
import { atExpired } from "./api/at-expired.ts";
import { atWrongAudience } from "./api/at-wrong-audience.ts";
import { jwksPrivate } from "./api/jwks-private.ts";
import { uiQueryToken } from "./api/ui-query-token.ts";
import { uiEmailMissing } from "./api/ui-email-missing.ts";
import { uiSub } from "./api/ui-sub.ts";
import { embedded3pc } from "./embedded/embedded-3pc.ts";
import { embeddedErrors } from "./embedded/embedded-errors.ts";
import { discIssuer } from "./id-token/disc-issuer.ts";
import { idTokenRules } from "./id-token/id-token-rules.ts";
import { idtHs256 } from "./id-token/idt-hs256.ts";
import { idtTime } from "./id-token/idt-time.ts";
import { authzClientUnknown } from "./request/authz-client-unknown.ts";
import { renewCallbackFramed } from "./renewal/renew-callback-framed.ts";
import { renewals } from "./renewal/renewals.ts";
import { requestShapes } from "./request/request-shapes.ts";
import { authzEndpointWrong } from "./request/authz-endpoint-wrong.ts";
import { authzFormRefused } from "./response/authz-form-refused.ts";
import { authzRedirectMismatch } from "./request/authz-redirect-mismatch.ts";
import { authorizationErrors } from "./response/authorization-errors.ts";
import { respIssDifferent, respIssMissing } from "./response/resp-issuer.ts";
import { respStateMismatch, respStateMissing } from "./response/state.ts";
import {
  tokenClientDiffers,
  tokenCodeLate,
  tokenRedirectDiffers,
  tokenVerifierMismatch,
  tokenVerifierMissing,
  tokenVerifierShape,
} from "./token/code-comparisons.ts";
import { authzPkceMissing } from "./token/authz-pkce-missing.ts";
import { tokenCodeReused } from "./token/token-code-reused.ts";
import { tokenErrors } from "./token/token-errors.ts";
import {
  tokenAborted,
  tokenCacheHeaders,
  tokenContentType,
  tokenCors,
  tokenEmpty,
  tokenPasswordGrant,
  tokenRedirected,
  tokenRefreshMissing,
  tokenScopeLess,
  tokenSecretInBrowser,
} from "./token/token-responses.ts";
import { tokenRefreshIdentity } from "./token/token-refresh-identity.ts";
import type { Rule } from "./rule.ts";

/** All rules. Of causes with the same severity, the first one is the verdict. */
export const rules: readonly Rule[] = [
  netBlocked,
  netFailed,
  netMixed,
  netPreflight,
  authzRedirectMismatch,
  authzEndpointWrong,
  authzClientUnknown,
  embedded3pc,
  ...embeddedErrors,
  ...requestShapes,
  renewCallbackFramed,
  authzRedirectResponse,
  ...renewals,
  ...authorizationErrors,
  respStateMismatch,
  respStateMissing,
  respIssDifferent,
  respIssMissing,
  authzRefused,
  authzInFrame,
  authzRate,
  authzPromptConflict,
  authzPromptNoneToplevel,
  authzTransactionLost,
  authzFederation,
  ctxFormAction,
  authzFormRefused,
  netCors,
  netTooLarge,
  ...refusedCalls,
  respModeMismatch,
  respParamStripped,
  respFormpostCookie,
  authzRedirectOrigin,
  respLoginCookie,
  respFragmentUnseen,
  respCoop,
  respCallbackFailed,
  respNoSession,
  respSessionLost,
  respCallbackPage,
  respSessionUnsent,
  respBackAtLogin,
  respTargetFailed,
  ctxPolicy,
  respNotRedeemed,
  loopLogin,
  loopRedirect,
  logoutReturn,
  logoutClient,
  logoutUnnamed,
  logoutFetch,
  logoutStays,
  logoutLocal,
  respTokenInUrl,
  respCodeLeaks,
  authzStateReused,
  authzNonceWeak,
  authzDouble,
  authzStalled,
  respNoTransaction,
  libVulnerable,
  authzPkceConstant,
  authzStateWeak,
  authzRedirectDynamic,
  resp307,
  ctxInsecure,
  cookieAttributes,
  tokenVerifierMismatch,
  tokenVerifierMissing,
  tokenVerifierShape,
  tokenClientDiffers,
  tokenRedirectDiffers,
  tokenCodeReused,
  tokenCodeLate,
  authzPkceMissing,
  tokenContentType,
  tokenRedirected,
  tokenEmpty,
  dpopNonce,
  dpopProof,
  ...tokenErrors,
  tokenCors,
  tokenAborted,
  tokenSecretInBrowser,
  discFailed,
  discIssuer,
  idtHs256,
  idtTime,
  ...idTokenRules,
  idtInnerIssuer,
  idtAcr,
  tokenRefreshIdentity,
  uiSub,
  uiQueryToken,
  atExpired,
  dpopBearer,
  atWrongAudience,
  atInsufficientScope,
  atRedirected,
  atMisplaced,
  atHandover,
  atMissing,
  atRefused,
  atForbidden,
  atFailed,
  ...callRefusals,
  jwksPrivate,
  uiEmailMissing,
  tokenScopeLess,
  tokenRefreshMissing,
  tokenPasswordGrant,
  tokenCacheHeaders,
];
