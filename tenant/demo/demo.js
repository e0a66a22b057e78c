// A small application, written as a user of the library would write it: callbacks, no framework.
(() => {
  const byId = (id) => document.getElementById(id);
  const buttons = ["log-in", "renew", "user-info", "log-out"].map(byId);
  const rememberedClient = "demo.client";
  let accessToken;
  let tenantOrigin;

  /** Shows one sentence and a few facts; `state` is idle, working, done or failed. */
  function show(state, summary, facts = {}) {
    byId("result").dataset.state = state;
    byId("summary").textContent = summary;
    byId("details").replaceChildren(
      ...Object.entries(facts)
        .filter(([, value]) => value !== undefined && value !== null)
        .flatMap(([name, value]) => {
          const term = document.createElement("dt");
          const detail = document.createElement("dd");
          term.textContent = name;
          detail.textContent = typeof value === "object" ? JSON.stringify(value) : String(value);
          return [term, detail];
        }),
    );
  }

  function showError(what, error) {
    show("failed", `${what} failed.`, {
      error: error.error ?? error.code ?? error.name,
      errorDescription:
        error.errorDescription ?? error.error_description ?? error.description ?? error.message,
    });
  }

  /** Tokens are credentials: enough of one is shown to tell two apart. */
  function shorten(token) {
    return token ? `${token.slice(0, 12)}… (${token.length} characters)` : undefined;
  }

  function showTokens(what, result) {
    accessToken = result.accessToken ?? accessToken;
    byId("user-info").disabled = accessToken === undefined;
    show("done", `${what} succeeded.`, {
      user: result.idTokenPayload?.name ?? result.idTokenPayload?.sub,
      accessToken: shorten(result.accessToken),
      idToken: shorten(result.idToken),
      expiresIn: result.expiresIn,
      scope: result.scope,
    });
  }

  function createWebAuth() {
    const clientID = document.querySelector("input[name=client]:checked").value;
    sessionStorage.setItem(rememberedClient, clientID);
    return new globalThis.TenantAuth.WebAuth({
      domain: tenantOrigin,
      clientID,
      redirectUri: `${location.origin}/callback`,
      responseType: "token id_token",
      scope: "openid profile email",
    });
  }

  /** Runs one operation; what it throws is shown the same as what it reports. */
  function run(what, operation) {
    show("working", `${what}…`);
    const report = (error, result, onSuccess) =>
      error ? showError(what, error) : onSuccess(result);
    try {
      Promise.resolve(operation(createWebAuth(), report)).catch((error) => showError(what, error));
    } catch (error) {
      showError(what, error);
    }
  }

  function handleCallback() {
    if (!/[#&](access_token|id_token|error)=/.test(location.hash)) return;
    run("Login", (webAuth, report) =>
      webAuth.parseHash({ hash: location.hash }, (error, result) => {
        // The tokens leave the address, so that neither the history nor a bookmark keeps them.
        history.replaceState(null, "", "/");
        report(error, result ?? {}, (tokens) => showTokens("Login", tokens));
      }),
    );
  }

  function start(config) {
    tenantOrigin = config.tenantOrigin;
    byId("tenant").textContent = tenantOrigin;
    if (globalThis.TenantAuth === undefined) {
      show(
        "failed",
        "The authentication library is not there. Build the extension, then reload this page: the library is one of its files.",
      );
      return;
    }
    const remembered = sessionStorage.getItem(rememberedClient);
    const choice = document.querySelector(`input[value="${CSS.escape(remembered ?? "demo-spa")}"]`);
    if (choice) choice.checked = true;
    for (const button of buttons) button.disabled = button.id === "user-info";
    byId("log-in").addEventListener("click", () =>
      run("Login", (webAuth) => webAuth.authorize({})),
    );
    byId("renew").addEventListener("click", () =>
      run("Silent renewal", (webAuth, report) =>
        webAuth.checkSession({}, (error, result) =>
          report(error, result, (tokens) => showTokens("Silent renewal", tokens)),
        ),
      ),
    );
    byId("user-info").addEventListener("click", () =>
      run("User info", (webAuth, report) =>
        webAuth.client.userInfo(accessToken, (error, user) =>
          report(error, user, (claims) => show("done", "User info succeeded.", claims)),
        ),
      ),
    );
    byId("log-out").addEventListener("click", () =>
      run("Logout", (webAuth) => webAuth.logout({ returnTo: `${location.origin}/` })),
    );
    handleCallback();
  }

  fetch("/config.json")
    .then((response) => response.json())
    .then(start)
    .catch((error) => showError("Starting", error));
})();
