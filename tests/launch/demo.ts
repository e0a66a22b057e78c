/** The seeded values of the local tenant that people and tests enter by hand. */
export const demo = {
  tenantName: "local",
  clientId: "demo-spa",
  hs256ClientId: "demo-hs256",
  managementClientId: "demo-management",
  managementClientSecret: "demo-management-secret",
  user: {
    id: "auth0|65f1c0ada000000000000001",
    email: "ada@example.com",
    password: "correct-horse-1",
  },
  secondUser: { email: "grace@example.com", password: "battery-staple-2" },
  /** The callback URL of the extension's login window in Chromium. */
  extensionRedirect: "https://monofljdnmneaoeelggekmdfelhaajhc.chromiumapp.org/",
  actionId: "act_demo_legacy",
  connectionProfile: "workforce",
} as const;
