// The forms of this page: for parameters of a login, for a password, and for a code or a link.

import { onSubmit } from "./elements.js";
import { openOwnUrl } from "./own-url.js";
import { show } from "./result.js";

const realm = "Username-Password-Authentication";

/** @param {import("./web-auth.js").Run} run */
export function connectForms(run) {
  onSubmit("query-form", {
    "log-in-with-query": ({ query = "" }) =>
      run("Login", (webAuth) => openOwnUrl(webAuth, query.trim())),
  });
  onSubmit("password-form", {
    "send-password": (fields) =>
      run("Embedded login", (webAuth, report) =>
        webAuth.login({ ...fields, realm }, report(ignore)),
      ),
    "sign-up": (fields) =>
      run("Signup", (webAuth, report) =>
        webAuth.signup(
          { ...fields, connection: realm },
          report((user) => show("done", "Signup succeeded.", user)),
        ),
      ),
    "reset-password": ({ email }) =>
      run("Password reset", (webAuth, report) =>
        webAuth.changePassword(
          { email, connection: realm },
          report((answer) => show("done", "Password reset succeeded.", { answer })),
        ),
      ),
  });
  onSubmit("code-form", {
    "send-code": (fields) =>
      run("Sending a code", (webAuth, report) =>
        webAuth.passwordlessStart(
          { ...readRecipient(fields), send: "code" },
          report((answer) => show("done", "Sending a code succeeded.", answer)),
        ),
      ),
    "send-link": (fields) =>
      run("Sending a link", (webAuth, report) =>
        webAuth.passwordlessStart(
          { ...readRecipient(fields), send: "link" },
          report((answer) => show("done", "Sending a link succeeded.", answer)),
        ),
      ),
    "use-code": (fields) =>
      run("Passwordless login", (webAuth, report) =>
        webAuth.passwordlessLogin(
          { ...readRecipient(fields), verificationCode: fields["code"] },
          report(ignore),
        ),
      ),
  });
}

/** Ignores the result: on success, the browser leaves the page. */
function ignore() {}

/**
 * Returns the email address or phone number with its connection.
 * @param {Record<string, string>} fields
 */
function readRecipient({ recipient = "" }) {
  return recipient.includes("@")
    ? { connection: "email", email: recipient }
    : { connection: "sms", phoneNumber: recipient };
}
