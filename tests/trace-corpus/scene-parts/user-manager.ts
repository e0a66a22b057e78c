/** Declares the manager of oidc-client-ts without its own renewal. */
export const declareManager = (
  authority: string,
  settings: Readonly<Record<string, unknown>>,
): string =>
  `const manager = new oidc.UserManager(${JSON.stringify({
    authority,
    automaticSilentRenew: false,
    ...settings,
  })});`;
