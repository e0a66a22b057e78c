// A small application, written as a user of the library would write it: callbacks, no framework.

/**
 * @typedef {Record<string, unknown>} Facts
 * @typedef {(error: unknown, result: Facts | null) => void} Callback
 * @typedef {object} WebAuth
 * @property {(options: object) => void} authorize
 * @property {(options: object, callback: Callback) => void} parseHash
 * @property {(options: object, callback: Callback) => void} checkSession
 * @property {(options: object) => void} logout
 * @property {(options: object, callback: Callback) => void} login
 * @property {(options: object, callback: Callback) => void} passwordlessStart
 * @property {(options: object, callback: Callback) => void} passwordlessLogin
 * @property {(options: object, callback: Callback) => void} signup
 * @property {(options: object, callback: Callback) => void} changePassword
 * @property {{ authorize: (options: object, callback: Callback) => void }} popup
 * @property {{ userInfo: (accessToken: string, callback: Callback) => void }} client
 * @typedef {{ WebAuth: new (options: object) => WebAuth }} TenantAuth
 */

(() => {
  const rememberedClient = "demo.client";
  const realm = "Username-Password-Authentication";
  let accessToken = "";
  let tenantOrigin = "";

  /** @param {string} id */
  function byId(id) {
    const element = document.getElementById(id);
    if (element === null) throw new Error(`The page has no element ${id}.`);
    return element;
  }

  /** @param {string} id */
  function button(id) {
    const element = byId(id);
    if (!(element instanceof HTMLButtonElement)) throw new Error(`${id} is no button.`);
    return element;
  }

  /** The library is a global of the page, put there by its own script. */
  function findLibrary() {
    /** @type {{ TenantAuth?: TenantAuth }} */
    const page = globalThis;
    return page.TenantAuth;
  }

  /**
   * Shows one sentence and a few facts; `state` is idle, working, done or failed.
   * @param {string} state
   * @param {string} summary
   * @param {Facts} facts
   */
  function show(state, summary, facts = {}) {
    byId("result").dataset["state"] = state;
    byId("summary").textContent = summary;
    byId("details").replaceChildren(
      ...Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null)
        .flatMap(([name, value]) => {
          const term = document.createElement("dt");
          const detail = document.createElement("dd");
          term.textContent = name;
          detail.textContent = typeof value === "string" ? value : JSON.stringify(value);
          return [term, detail];
        }),
    );
  }

  /**
   * @param {string} what
   * @param {unknown} error
   */
  function showFailure(what, error) {
    /** @type {Facts} */
    const facts = error instanceof Object ? { message: error.message, ...error } : {};
    show("failed", `${what} failed.`, {
      error: facts["error"] ?? facts["code"],
      errorDescription: facts["errorDescription"] ?? facts["description"] ?? facts["message"],
      policy: facts["policy"],
      remedy: facts["remedy"],
    });
  }

  /**
   * Tokens are credentials: enough of one is shown to tell two apart.
   * @param {unknown} token
   */
  function shorten(token) {
    return typeof token === "string"
      ? `${token.slice(0, 12)}… (${token.length} characters)`
      : undefined;
  }

  /**
   * @param {string} what
   * @param {Facts} result
   */
  function showTokens(what, result) {
    if (typeof result["accessToken"] === "string") accessToken = result["accessToken"];
    button("user-info").disabled = accessToken === "";
    /** @type {Facts} */
    const claims = Object(result["idTokenPayload"]);
    show("done", `${what} succeeded.`, {
      user: claims["name"] ?? claims["sub"],
      accessToken: shorten(result["accessToken"]),
      idToken: shorten(result["idToken"]),
      expiresIn: result["expiresIn"],
      scope: result["scope"],
    });
  }

  /** @param {TenantAuth} library */
  function createWebAuth(library) {
    const chosen = document.querySelector("input[name=client]:checked");
    const clientID = chosen instanceof HTMLInputElement ? chosen.value : "demo-spa";
    sessionStorage.setItem(rememberedClient, clientID);
    return new library.WebAuth({
      domain: tenantOrigin,
      clientID,
      redirectUri: `${location.origin}/callback`,
      responseType: "token id_token",
      scope: "openid profile email",
    });
  }

  /** What succeeds here leaves the page: nothing is left to show. */
  function ignore() {}

  /**
   * Runs what the pressed button of a form stands for, with the form's fields.
   * @param {string} id
   * @param {Record<string, (fields: Record<string, string>) => void>} actions
   */
  function onSubmit(id, actions) {
    const form = byId(id);
    if (!(form instanceof HTMLFormElement)) throw new Error(`${id} is no form.`);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      /** @type {Record<string, string>} */
      const fields = {};
      for (const [name, value] of new FormData(form))
        if (typeof value === "string") fields[name] = value;
      actions[event.submitter?.id ?? ""]?.(fields);
    });
  }

  /**
   * An e-mail address, or a phone number, and the connection that goes with it.
   * @param {Record<string, string>} fields
   */
  function readRecipient({ recipient = "" }) {
    return recipient.includes("@")
      ? { connection: "email", email: recipient }
      : { connection: "sms", phoneNumber: recipient };
  }

  /** @param {TenantAuth} library */
  function connect(library) {
    /**
     * Runs one operation; what it throws is shown the same as what it reports.
     * @param {string} what
     * @param {(webAuth: WebAuth, report: (onSuccess: (result: Facts) => void) => Callback) => void} operation
     */
    function run(what, operation) {
      show("working", `${what}…`);
      try {
        operation(createWebAuth(library), (onSuccess) => (error, result) => {
          if (error) showFailure(what, error);
          else onSuccess(result ?? {});
        });
      } catch (error) {
        showFailure(what, error);
      }
    }

    button("log-in").addEventListener("click", () => {
      run("Login", (webAuth) => webAuth.authorize({}));
    });
    button("renew").addEventListener("click", () => {
      const what = "Silent renewal";
      run(what, (webAuth, report) =>
        webAuth.checkSession(
          {},
          report((result) => showTokens(what, result)),
        ),
      );
    });
    button("user-info").addEventListener("click", () => {
      run("User info", (webAuth, report) =>
        webAuth.client.userInfo(
          accessToken,
          report((claims) => show("done", "User info succeeded.", claims)),
        ),
      );
    });
    button("log-out").addEventListener("click", () => {
      run("Logout", (webAuth) => webAuth.logout({ returnTo: `${location.origin}/` }));
    });
    button("popup").addEventListener("click", () => {
      const what = "Popup login";
      run(what, (webAuth, report) =>
        webAuth.popup.authorize(
          { redirectUri: `${location.origin}/popup` },
          report((result) => showTokens(what, result)),
        ),
      );
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
    for (const element of document.querySelectorAll("button:not(#user-info)")) {
      if (element instanceof HTMLButtonElement) element.disabled = false;
    }

    const { hash } = location;
    if (!/[#&](?:access_token|id_token|error)=/.test(hash)) return;
    // The tokens leave the address, so that neither the history nor a bookmark keeps them.
    history.replaceState(null, "", "/");
    run("Login", (webAuth, report) =>
      webAuth.parseHash(
        { hash },
        report((result) => showTokens("Login", result)),
      ),
    );
  }

  async function start() {
    const response = await fetch("/config.json");
    /** @type {{ tenantOrigin: string }} */
    const config = await response.json();
    tenantOrigin = config.tenantOrigin;
    byId("tenant").textContent = tenantOrigin;
    const remembered = sessionStorage.getItem(rememberedClient) ?? "demo-spa";
    const choice = document.querySelector(`input[value="${CSS.escape(remembered)}"]`);
    if (choice instanceof HTMLInputElement) choice.checked = true;
    const library = findLibrary();
    if (library !== undefined) connect(library);
    else {
      show(
        "failed",
        "The authentication library is not there. Build the extension, then reload this page: the library is one of its files.",
      );
    }
  }

  start().catch((error) => showFailure("Starting", error));
})();
