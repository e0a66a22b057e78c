import {
  deniedByAction,
  grantTurnedOff,
  originNotAllowed,
  providerFailed,
  sessionEnded,
  tooManyRequests,
} from "../causes.ts";
import { at, both, hasNoCode, isCrossSiteWithoutCookie } from "../conditions.ts";
import type { MeaningRow } from "../meaning.ts";

const contract = "Contract of the library, error codes";
const base = { step: ["provider"], by: ["provider"] } as const;
const login = { ...base, when: at("embedded-login") };
const wrongPassword = {
  cause: "The email address, the password or the one-time code is wrong.",
  check: "Try the same at the provider's own login page.",
  remedy: "Enter the right one, or reset the password.",
};
const wrongRealm = {
  cause: "The connection does not exist, or is not enabled for the application.",
  check: "Compare realm or connection with the names of the tenant's connections, with case.",
  remedy: "Correct the name, or enable the connection for the application.",
};

/** Stops at the provider's pages, and at the requests of an embedded login. */
export const providerRows: readonly MeaningRow[] = [
  {
    step: ["provider"],
    by: ["provider"],
    codes: ["login_required"],
    title: "The provider saw no session",
    means: "A page of the provider needed a session.",
    causes: [sessionEnded, grantTurnedOff],
    requirement: "OpenID Connect Core, section 3.1.2.6",
  },
  {
    ...base,
    codes: ["too_many_attempts"],
    title: "The account is blocked after too many attempts",
    means: "The attack protection blocks this user, or this address.",
    causes: [
      {
        cause: "The user entered a wrong password several times.",
        check: "Look at the tenant's log of this user.",
        remedy: "Unblock the user, or let the user follow the link in the email.",
      },
      {
        cause: "Many users failed from one address, such as one proxy or a test.",
        check: "Look at the tenant's log of this address.",
        remedy: "Add the address to the allow list of the attack protection.",
      },
    ],
    requirement: contract,
  },
  {
    ...base,
    codes: ["429", "too_many_requests"],
    title: "The provider limits the rate of logins",
    means: "Too many requests came in a short time.",
    causes: [tooManyRequests],
    requirement: "RFC 6585, section 4",
  },
  {
    ...base,
    codes: ["requires_verification"],
    title: "The provider asks for a captcha",
    means: "Bot detection suspects this login, and wants a verification.",
    causes: [
      {
        cause: "Bot detection is turned on for this tenant.",
        check: "Open the attack protection of the tenant.",
        remedy: "Show the captcha and send its answer, or log in with a redirect.",
      },
    ],
    requirement: contract,
  },
  {
    ...base,
    codes: ["mfa_required", "mfa_registration_required"],
    title: "The provider requires a second factor",
    means: "The password was right, and the user has to prove or enroll a second factor.",
    causes: [
      {
        cause: "The tenant's policy demands a second factor.",
        check: "Look at the tenant's policy, and at the user's enrolled factors.",
        remedy: "Log in with a redirect, or continue with the mfa_token of the response.",
      },
    ],
    requirement: "Contract of the library, mfa_required",
  },
  {
    ...base,
    codes: ["mfa_invalid_code"],
    title: "The code of the second factor is wrong",
    means: "The provider compared the code, and refused it.",
    causes: [
      {
        cause: "The code was mistyped or is too old.",
        check: "Compare the clock of the device that shows the code.",
        remedy: "Enter a new code.",
      },
    ],
    requirement: contract,
  },
  {
    ...base,
    codes: ["blocked_user"],
    title: "The user is blocked",
    means: "An administrator blocked this user.",
    causes: [
      {
        cause: "An administrator blocked the user.",
        check: "Open the user in the tenant.",
        remedy: "Unblock the user, if that is right.",
      },
    ],
    requirement: contract,
  },
  {
    ...base,
    codes: ["password_leaked"],
    title: "The password was found in a data breach",
    means: "Breached-password detection blocks the login until the user changes the password.",
    causes: [
      {
        cause: "The user has the same password at another service.",
        check: "Look at the tenant's log of this user.",
        remedy: "Let the user change the password. The tenant can send the email.",
      },
    ],
    requirement: contract,
  },
  {
    ...base,
    codes: ["password_change_required"],
    title: "The user has to change the password",
    means: "The tenant accepts the old password no longer.",
    causes: [
      {
        cause: "A policy or an administrator demands a new password.",
        check: "Look at the tenant's log of this user.",
        remedy: "Send the email for a change of password.",
      },
    ],
    requirement: contract,
  },
  {
    ...login,
    codes: ["unauthorized_client"],
    title: "The application does not allow cross-origin logins",
    means: "Cross-origin authentication is turned off for this client.",
    causes: [
      {
        cause: "The setting “Allow Cross-Origin Authentication” is off.",
        check: "Open the settings of the application.",
        remedy: "Turn the setting on, or log in with a redirect.",
      },
    ],
    requirement: "Contract of the library, /co/authenticate",
  },
  {
    ...login,
    codes: ["unsupported_credential_type"],
    title: "The credential type is unknown",
    means: "credential_type is neither that of a password nor that of a one-time code.",
    causes: [
      {
        cause: "The page sends the request itself, with a wrong credential_type.",
        check: "Read credential_type in the body of the request.",
        remedy: "Let the library send it, or correct the value.",
      },
    ],
    requirement: "Contract of the library, /co/authenticate",
  },
  {
    ...login,
    codes: ["invalid_request"],
    title: "The provider refused the credentials as malformed",
    means: "The tenant uses this code for an unknown connection, and for members that do not fit.",
    causes: [
      wrongRealm,
      {
        cause: "A member is missing, or one too many is sent.",
        check: "The body needs client_id, credential_type, username, realm, and password or otp.",
        remedy: "Send exactly these members.",
      },
    ],
    requirement: "Contract of the library, /co/authenticate",
  },
  {
    ...base,
    by: ["provider", "browser"],
    codes: ["403"],
    when: both(at("embedded-login"), hasNoCode),
    title: "The provider refused the page, without a code",
    means: "A tenant answers with plain text to a page whose origin is not in its list.",
    causes: [
      {
        cause: "The page's origin is not in the list for cross-origin logins.",
        check: "Compare the origin with “Allowed Origins (CORS)” and the allowed web origins.",
        remedy: "Add exactly this origin to both lists of the application.",
      },
      {
        cause: "The page calls the endpoint of the tenant's own login page.",
        check: "Read the path of the request.",
        remedy: "Log in with a redirect, or use cross-origin authentication.",
      },
    ],
    requirement: "Contract of the library, /co/authenticate",
  },
  {
    step: ["provider", "response"],
    by: ["provider"],
    codes: ["access_denied", "invalid_user_password", "invalid_grant"],
    when: both(at("embedded-verification", "authorization"), isCrossSiteWithoutCookie),
    title: "The provider did not recognize the browser",
    means: "The login was started by a request of another site, and came back without its cookie.",
    causes: [
      {
        cause: "The browser blocks the provider's cookies, because the page is on another site.",
        check: "Look for the header Cookie in this request.",
        remedy: "Use a custom domain of the page's own site, or log in with a redirect.",
      },
    ],
    requirement: "Contract of the library, /co/authenticate",
  },
  {
    ...base,
    codes: ["access_denied", "invalid_user_password", "invalid_grant"],
    title: "The provider refused the credentials",
    means:
      "The tenant uses this code for wrong credentials, and for a login that its own code denied.",
    causes: [
      wrongPassword,
      deniedByAction,
      {
        cause: "The user is blocked, or has not verified the email address.",
        check: "Open the user in the tenant.",
        remedy: "Unblock the user, or send the verification email.",
      },
    ],
    requirement: contract,
  },
  {
    ...base,
    codes: [
      "invalid_password",
      "password_strength_error",
      "password_dictionary_error",
      "password_no_user_info_error",
      "password_history_error",
    ],
    when: at("signup", "password-change"),
    title: "The password does not meet the policy of the connection",
    means: "The connection's password policy refused it. The response lists the failed rules.",
    causes: [
      {
        cause: "The password is too short, too common, or contains user data.",
        check: "Read the response: it lists each rule.",
        remedy: "Show the rules to the user, or relax the policy.",
      },
    ],
    requirement: "Contract of the library, signup",
  },
  {
    ...base,
    codes: ["user_exists", "username_exists", "invalid_signup"],
    when: at("signup"),
    title: "The user exists already, or the signup is not allowed",
    means: "A tenant can hide the reason, so that an attacker cannot probe for users.",
    causes: [
      {
        cause: "The user exists.",
        check: "Try to log in with the same address.",
        remedy: "Offer the login or a new password.",
      },
      {
        cause: "Signups are turned off for the connection.",
        check: "Open the settings of the connection.",
        remedy: "Allow signups.",
      },
    ],
    requirement: "Contract of the library, signup",
  },
  {
    ...base,
    codes: ["bad.connection", "bad.authentication_method", "bad.tenant", "unauthorized_client"],
    when: at("passwordless-start"),
    title: "The passwordless connection cannot be used",
    means: "The provider sent no code.",
    causes: [
      {
        cause: "The connection or the grant is not enabled for the application.",
        check: "Open the connections and the grant types of the application.",
        remedy: "Enable the connection, and the grant Passwordless OTP.",
      },
    ],
    requirement: "Contract of the library, passwordlessStart",
  },
  {
    ...base,
    codes: ["bad.email", "bad.phone_number", "sms_provider_error"],
    when: at("passwordless-start"),
    title: "The code could not be sent to this address",
    means: "The address is malformed, or the service that sends messages refused it.",
    causes: [
      {
        cause: "The email address or the phone number is malformed.",
        check: "Phone numbers start with + and the country code.",
        remedy: "Correct the address.",
      },
      {
        cause: "The provider of messages refused it.",
        check: "Look at the tenant's log at this time.",
        remedy: "Correct the settings of the message provider.",
      },
    ],
    requirement: "Contract of the library, passwordlessStart",
  },
  {
    ...base,
    codes: ["500", "502", "503", "504"],
    title: "The provider failed during the login",
    means: "The provider, or a proxy before it, answered with an error of its own.",
    causes: [providerFailed],
    requirement: "RFC 9110, section 15.6",
  },
  {
    ...base,
    when: at("signup"),
    title: "The provider refused the signup",
    means: "A member is invalid, or the connection does not allow it.",
    causes: [
      {
        cause: "Signups are turned off for the connection.",
        check: "Open the settings of the connection.",
        remedy: "Allow signups.",
      },
      wrongRealm,
    ],
    requirement: "Contract of the library, signup",
  },
  {
    ...base,
    when: at("passwordless-start"),
    title: "The provider sent no code",
    means: "The start of a passwordless login was refused.",
    causes: [
      wrongRealm,
      {
        cause: "The email address or the phone number is malformed.",
        check: "Phone numbers start with + and the country code.",
        remedy: "Correct the address.",
      },
      tooManyRequests,
    ],
    requirement: "Contract of the library, passwordlessStart",
  },
  {
    ...base,
    when: at("passwordless-verification"),
    title: "The provider refused the one-time code",
    means: "The code is wrong, has expired, or was used.",
    causes: [
      {
        cause: "The code was mistyped, or a newer one was sent.",
        check: "Compare it with the last message.",
        remedy: "Enter the newest code, or send another one.",
      },
      wrongRealm,
    ],
    requirement: "Contract of the library, passwordlessLogin",
  },
  {
    ...base,
    when: at("password-change"),
    title: "The provider refused the change of the password",
    means: "The connection or a member of the request was not accepted.",
    causes: [wrongRealm],
    requirement: "Contract of the library, changePassword",
  },
  {
    ...base,
    when: at("mfa"),
    title: "The provider refused the second factor",
    means: "The factor, its code or the mfa_token was not accepted.",
    causes: [
      {
        cause: "The code is wrong or too old, or the mfa_token has expired.",
        check: "Compare the times of both requests.",
        remedy: "Enter a new code, or log in again.",
      },
    ],
    requirement: "Contract of the library, mfa_required",
  },
  {
    ...base,
    when: at("embedded-login"),
    title: "The provider refused the embedded login",
    means: "The quoted description can name the reason.",
    causes: [wrongPassword, wrongRealm, originNotAllowed],
    requirement: "Contract of the library, /co/authenticate",
  },
  {
    ...base,
    title: "The provider's page refused to continue",
    means: "The login page or a page after it shows an error.",
    causes: [
      {
        cause: "The login page was opened from a bookmark or with the Back button, or has expired.",
        check: "Read the page in the Response tab. Compare its time with the start of the login.",
        remedy: "Start the login in the application again.",
      },
      {
        cause: "The browser did not send the cookie of the login.",
        check: "Look for the header Cookie in this request.",
        remedy: "Allow cookies of the provider, and use one domain for the whole login.",
      },
      wrongPassword,
    ],
    requirement: "RFC 6749, section 4.1.1",
  },
  {
    step: ["provider"],
    by: ["server"],
    title: "A server between the pages of the login failed",
    means: "The login passes through another server, which answered with an error.",
    causes: [providerFailed],
    requirement: "RFC 9110, section 15",
  },
  {
    step: ["provider"],
    by: ["nobody"],
    when: at("login-page"),
    title: "The login page was left",
    means: "The provider showed a page, and no response followed.",
    causes: [
      {
        cause: "The user has not finished the login.",
        check: "Is the login page still open?",
        remedy: "Finish the login.",
      },
      {
        cause: "A page at the provider does not continue.",
        check: "Look at the Console of the provider's page, and at its form-action policy.",
        remedy: "Correct the page, the action or the identity provider that it waits for.",
      },
    ],
    requirement: "RFC 6749, section 4.1.1",
  },
  {
    step: ["provider"],
    by: ["nobody"],
    title: "Nothing followed the request of the login form",
    means: "The provider accepted the request, and the login did not continue.",
    causes: [
      {
        cause: "The user has not entered the code that was sent.",
        check: "Look for a message to the user.",
        remedy: "Enter the code.",
      },
      {
        cause: "The page did not continue with its response.",
        check: "Look at the Console of the page.",
        remedy: "Continue the login with the ticket or the code of the response.",
      },
    ],
    requirement: "Contract of the library, /co/authenticate",
  },
];
