import type { PlantedFault } from "./planted-fault.ts";

/**
 * One fault for each security rule, by the rule. Rules that have planted violations elsewhere are
 * not repeated here: the content security policy and the permissions (tests/repo/bundle), HTML
 * sinks and `eval` (tests/repo/boundaries.test.ts), secrets in the repository
 * (tests/repo/secrets.test.ts).
 */
export const securityFaults: Readonly<Record<string, PlantedFault>> = {
  "A response is accepted for the state of a pending login only.": {
    file: "lib/auth/parse-hash.ts",
    find: "if (reason && !expected.state) return refuse(reason);",
    replace: "",
    tests: ["tests/unit/lib/auth/parse-hash-state.test.ts"],
  },
  "A state is accepted once.": {
    file: "lib/auth/transactions.ts",
    find: ", storage.delete(key)]);",
    replace: "]);",
    tests: ["tests/unit/lib/auth/parse-hash-state.test.ts"],
  },
  "State, nonce and verifier come from the cryptographic random source.": {
    file: "lib/auth/web-crypto.ts",
    find: "crypto.getRandomValues(bytes);",
    replace: "bytes.forEach((_, at) => (bytes[at] = Math.random() * 256));",
    tests: ["tests/unit/lib/auth/random-values.test.ts"],
  },
  "An ID token must carry the nonce of its login.": {
    file: "lib/auth/id-token-claims.ts",
    find: "if (nonce && claims.nonce !== nonce) {",
    replace: `if (nonce && typeof claims.nonce !== "string") {`,
    tests: ["tests/unit/lib/auth/hostile-id-tokens.test.ts"],
  },
  "An ID token must be signed with RS256.": {
    file: "lib/auth/id-token.ts",
    find: `if (header["alg"] !== "RS256") {`,
    replace: `if (header["alg"] !== "RS256" && header["alg"] !== "HS256") {`,
    tests: ["tests/unit/lib/auth/parse-hash-id-token.test.ts"],
  },
  "An ID token must be signed with a key of the tenant.": {
    file: "lib/auth/id-token.ts",
    find: "if (await subtle.verify(",
    replace: "if (true || await subtle.verify(",
    tests: ["tests/unit/lib/auth/parse-hash-keys.test.ts"],
  },
  "An ID token must be issued by the tenant.": {
    file: "lib/auth/id-token-claims.ts",
    find: "if (iss !== issuer) {",
    replace: "if (!iss) {",
    tests: ["tests/unit/lib/auth/parse-hash-id-token.test.ts"],
  },
  "An ID token must be issued for this client.": {
    file: "lib/auth/id-token-claims.ts",
    find: "if (!audience.includes(client) || ",
    replace: "if (",
    tests: ["tests/unit/lib/auth/parse-hash-id-token.test.ts"],
  },
  "An expired ID token is refused.": {
    file: "lib/auth/id-token-claims.ts",
    find: "if (now > exp + leeway) {",
    replace: "if (now > exp + 86_400) {",
    tests: ["tests/unit/lib/auth/parse-hash-id-token.test.ts"],
  },
  "A code is redeemed with the verifier of its login only.": {
    file: "lib/auth/parse-hash.ts",
    find: `if (!hasToken && !parameters["code_verifier"]) return null;`,
    replace: "",
    tests: ["tests/unit/lib/auth/pkce.test.ts"],
  },
  "A message is read only from the tenant's origin.": {
    file: "lib/auth/runtime-ports.ts",
    find: " && origin === expectedOrigin) onMessage",
    replace: ") onMessage",
    tests: ["tests/unit/lib/auth/check-session.test.ts"],
  },
  "A message is read only from the window that was opened for it.": {
    file: "lib/auth/runtime-ports.ts",
    find: "source && source === window && ",
    replace: "",
    tests: ["tests/unit/lib/auth/hostile-messages.test.ts"],
  },
  "A value in a path cannot reach another resource.": {
    file: "lib/auth/management.ts",
    find: "${encodeURIComponent(userId)}",
    replace: "${userId}",
    tests: ["tests/unit/lib/auth/get-user.test.ts"],
  },
  "An error repeats nothing secret that was sent.": {
    file: "lib/auth/service-refusal.ts",
    find: "const body = redact(answer, sent);",
    replace: "const body = answer;",
    tests: ["tests/unit/lib/auth/hostile-answers.test.ts"],
  },
  "A command is accepted from a page of this extension only.": {
    file: "lib/messages/classify-sender.ts",
    find: "sender.id === own.id && ",
    replace: "",
    tests: ["tests/unit/lib/messages/classify-sender.test.ts"],
  },
  "A private window is recognized by the browser's own word.": {
    file: "lib/messages/classify-sender.ts",
    find: "sender.tab?.incognito === true",
    replace: "sender.tab?.incognito === false",
    tests: ["tests/unit/lib/messages/classify-sender.test.ts"],
  },
  "Nothing is stored on the device from a private window.": {
    file: "lib/messages/command-channel.ts",
    find: "sender.isPrivate && storesOnDevice(command, request)",
    replace: "false",
    tests: ["tests/unit/lib/messages/command-channel.test.ts"],
  },
  "An unforeseen error crosses to a page without its text.": {
    file: "lib/messages/remote-error.ts",
    find: "return error instanceof Error && ",
    replace: "return error instanceof Error || ",
    tests: ["tests/unit/lib/messages/remote-error.test.ts"],
  },
  "A tenant is an origin, and nothing but an origin.": {
    file: "lib/messages/tenant.ts",
    find: `"origin" in parsed && parsed.origin === text`,
    replace: "URL.canParse(text)",
    tests: ["tests/unit/lib/messages/tenant.test.ts"],
  },
  "A request with a credential follows no redirect.": {
    file: "lib/management/calls/send-request.ts",
    find: `redirect: "error"`,
    replace: `redirect: "follow"`,
    tests: ["tests/unit/lib/management/client.test.ts"],
  },
  "A stream request follows no redirect.": {
    file: "lib/events/stream/connect-once.ts",
    find: `redirect: "manual"`,
    replace: `redirect: "follow"`,
    tests: ["tests/unit/lib/events/stream/subscription.test.ts"],
  },
  "A device key cannot be exported.": {
    file: "lib/management/credentials/sealed-store.ts",
    find: "false, usages",
    replace: "true, usages",
    tests: ["tests/unit/lib/management/credentials/sealed-store.test.ts"],
  },
  "A ciphertext is bound to its tenant and purpose.": {
    file: "lib/management/credentials/sealed-store.ts",
    find: "[sealVersion, purpose, lock",
    replace: "[sealVersion, lock",
    tests: ["tests/unit/lib/management/credentials/sealed-store.test.ts"],
  },
  "A ciphertext has one spelling.": {
    file: "lib/encoding/base64url.ts",
    find: "encodeBase64Url(bytes) === text ? bytes : undefined",
    replace: "bytes",
    tests: ["tests/unit/lib/management/credentials/sealed-store.test.ts"],
  },
  "No credential is remembered in a private window.": {
    file: "lib/management/credentials/remembered-secrets.ts",
    find: "if (await ports.isPrivate()) throw",
    replace: "if (false) throw",
    tests: ["tests/unit/lib/management/credentials/remembered-secrets.test.ts"],
  },
  "Forgetting removes the keys even if removing the ciphertext fails.": {
    file: "lib/management/credentials/remembered-secrets.ts",
    find: `        try {
          await removeEnvelopes();
        } finally {
          await removeKeys();
        }`,
    replace: `        await removeEnvelopes();
        await removeKeys();`,
    tests: ["tests/unit/lib/management/credentials/remembered-secrets.test.ts"],
  },
  "A credential of a tenant that was removed meanwhile is dropped.": {
    file: "lib/worker/credential-commands.ts",
    find: `      await dropOrphan(tenantId);
`,
    replace: "",
    tests: ["tests/unit/lib/worker/tenant-commands.test.ts"],
  },
  "A credential form does not keep the secret that it sent.": {
    file: "lib/models/tenants/credential-form-model.ts",
    find: `clientSecret: "", `,
    replace: "",
    tests: ["tests/unit/lib/models/tenants/credential-form-model.test.ts"],
  },
  "Forgetting everything empties the form of the page, too.": {
    file: "lib/models/tenants/forget-model.ts",
    find: `        port.wipe();
`,
    replace: "",
    tests: ["tests/unit/lib/models/tenants/forget-model.test.ts"],
  },
  "The permission for a host is asked for in the turn of the click.": {
    file: "lib/models/tenants/tenant-attempt.ts",
    find: "const isAllowed = await port.",
    replace: "await Promise.resolve();\n        const isAllowed = await port.",
    tests: ["tests/unit/lib/models/tenants/tenant-form-model.test.ts"],
  },
  "A change at a read-only tenant needs the tenant's name.": {
    file: "lib/models/confirmation-model.ts",
    find: "text.trim() !== asked.tenant.name",
    replace: `text.trim() === ""`,
    tests: ["tests/unit/lib/models/confirmation-model.test.ts"],
  },
  "An imported file does not lift a read-only mark.": {
    file: "lib/worker/plan-import.ts",
    find: "const after = isReadOnlyKept ? { ...tenant, isReadOnly: true } : tenant;",
    replace: "const after = tenant;",
    tests: ["tests/unit/lib/worker/settings-commands.test.ts"],
  },
  "An imported file sends no login to a domain that was not approved.": {
    file: "lib/worker/plan-import.ts",
    find: "if (!isNew || approvedLoginOrigins.includes(loginOrigin))",
    replace: "if (!isNew || true)",
    tests: ["tests/unit/lib/worker/settings-commands.test.ts"],
  },
  "A token of a run is masked until it is revealed.": {
    file: "lib/models/tokens/token-field-model.ts",
    find: `isMasked.value = from.kind !== "pasted";`,
    replace: "isMasked.value = false;",
    tests: ["tests/unit/lib/models/tokens/tokens-model.test.ts"],
  },
  "A pasted public key is never used as a secret.": {
    file: "lib/tokens/keys/parse-keys.ts",
    find: `if (trimmed.includes("-----BEGIN ")) return await readPem(trimmed);`,
    replace: "",
    tests: ["tests/unit/lib/tokens/keys/verify-pasted.test.ts"],
  },
  "A key verifies the algorithms of its own type only.": {
    file: "lib/tokens/keys/signature-algorithms.ts",
    find: "if (wanted === undefined || key.kty !== wanted.kty) return false;",
    replace: "if (wanted === undefined) return false;",
    tests: ["tests/unit/lib/tokens/keys/verify-pasted.test.ts"],
  },
  "The key set of a tenant verifies no HS256.": {
    file: "lib/tokens/verify-signature.ts",
    find: `if (algorithm?.kty === "oct" && !canUseSecret) {`,
    replace: `if (algorithm?.kty === "oct" && alg === "") {`,
    tests: ["tests/unit/lib/tokens/verify-signature.test.ts"],
  },
  "A pasted private key is not kept.": {
    file: "lib/models/tokens/keys-model.ts",
    find: `next.about === "private key"`,
    replace: `next.message === ""`,
    tests: ["tests/unit/lib/models/tokens/keys-model.test.ts"],
  },
  "A pasted key is masked until it is revealed.": {
    file: "lib/models/tokens/keys-model.ts",
    find: `sight.value === "masked" && text.value !== "" ? mask : text.value`,
    replace: "text.value",
    tests: [
      "tests/unit/lib/models/tokens/keys-model.test.ts",
      "tests/unit/components/panel/tokens/TokenKeys.test.tsx",
    ],
  },
  "An issued token is masked until it is revealed.": {
    file: "components/popup/exchange/RunResult.tsx",
    find: "<Secret name={token.name} value={token.value} />",
    replace: "<code>{token.value}</code>",
    tests: ["tests/unit/components/popup/exchange/RunExchange.test.tsx"],
  },
  "An export keeps only the values of names on the list.": {
    file: "lib/redaction/kept/kept-names.ts",
    find: '"client_id",',
    replace: '"client_id", "m",',
    tests: ["tests/unit/lib/redaction/kept/planted-secrets.test.ts"],
  },
  "An export replaces a header that is not on the list.": {
    file: "lib/redaction/kept/redact-header.ts",
    find: "return to.value(value, undefined, name);",
    replace: "return value;",
    tests: ["tests/unit/lib/redaction/kept/planted-secrets.test.ts"],
  },
  "A copied call has only harmless values.": {
    file: "lib/runs/public-values.ts",
    find: 'if (value === "" || isPublicField(field, value)) continue;',
    replace: 'if (value === "" || !isSecretKind(field)) continue;',
    tests: ["tests/unit/lib/runs/public-values.test.ts"],
  },
  "Nobody keeps a value under a secret's name.": {
    file: "lib/redaction/kept/create-exchange-redactor.ts",
    find: "keptByHand.has(value) && !values.isSecret(value)",
    replace: "keptByHand.has(value)",
    tests: ["tests/unit/lib/redaction/kept/kept-by-hand.test.ts"],
  },
  "Redaction hides a member by its name.": {
    file: "lib/redaction/create-redactor.ts",
    find: "if (kind !== undefined) return [redact(name), hideAll(value, kind)];",
    replace: "",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction hides a known secret wherever it stands.": {
    file: "lib/redaction/known-secrets.ts",
    find: "if (root.next.size === 0) return text;",
    replace: "return text;",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction hides named values in text.": {
    file: "lib/redaction/redact-text.ts",
    find: "result = redactNamedValues(result, hiding);",
    replace: "",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction hides private keys in PEM.": {
    file: "lib/redaction/redact-text.ts",
    find: "result = redactPem(text, hiding);",
    replace: "result = text;",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction hides encrypted tokens.": {
    file: "lib/redaction/compact-tokens.ts",
    find: "if (isEncrypted) {",
    replace: "if (isEncrypted && place < 0) {",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction looks into markup.": {
    file: "lib/redaction/redact-text.ts",
    find: "result = redactMarkup(result, hiding);",
    replace: "",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction looks into percent-encoded text.": {
    file: "lib/redaction/redact-text.ts",
    find: "result = redactPercentEncoded(result, decoding);",
    replace: "",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction looks into base64.": {
    file: "lib/redaction/redact-text.ts",
    find: "result = redactBase64(result, decoding);",
    replace: "",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction looks at both members of a duplicate name.": {
    file: "lib/redaction/create-redactor.ts",
    find: "countMembers(json) === countNames(text) ? text : undefined",
    replace: "text",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
  "Redaction recognizes a disguised name.": {
    file: "lib/redaction/secret-names.ts",
    find: "normalizeText(decodePercent(decodePercent(unescaped)))",
    replace: "unescaped",
    tests: [
      "tests/unit/lib/redaction/create-redactor.test.ts",
      "tests/unit/lib/redaction/property.test.ts",
    ],
  },
};
