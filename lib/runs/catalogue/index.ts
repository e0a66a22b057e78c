import type { Operation } from "../operation.ts";
import { authorize } from "./authorize.ts";
import { buildAuthorizeUrl } from "./build-authorize-url.ts";
import { changePassword } from "./change-password.ts";
import { checkSession } from "./check-session.ts";
import { clientCredentials } from "./client-credentials.ts";
import { crossOriginVerification } from "./cross-origin-verification.ts";
import { exchangeCode } from "./exchange-code.ts";
import { exchangeToken } from "./exchange-token.ts";
import { getSsoData } from "./get-sso-data.ts";
import { getUser } from "./get-user.ts";
import { linkUser } from "./link-user.ts";
import { login } from "./login.ts";
import { logout } from "./logout.ts";
import { parseHash } from "./parse-hash.ts";
import { passwordlessLogin } from "./passwordless-login.ts";
import { passwordlessStart } from "./passwordless-start.ts";
import { patchUserMetadata } from "./patch-user-metadata.ts";
import { popupAuthorize } from "./popup-authorize.ts";
import { refresh } from "./refresh.ts";
import { signup } from "./signup.ts";
import { userInfo } from "./user-info.ts";

/** All operations, in the order of the list. */
export const catalogue: readonly Operation[] = [
  authorize,
  popupAuthorize,
  checkSession,
  getSsoData,
  logout,
  login,
  passwordlessStart,
  passwordlessLogin,
  crossOriginVerification,
  signup,
  changePassword,
  buildAuthorizeUrl,
  parseHash,
  exchangeCode,
  refresh,
  clientCredentials,
  exchangeToken,
  userInfo,
  getUser,
  patchUserMetadata,
  linkUser,
];
