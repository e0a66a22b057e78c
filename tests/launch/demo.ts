/** The seeded values of the local tenant that people and tests enter by hand. */
export const demo = {
  tenantName: "local",
  clientId: "demo-spa",
  hs256ClientId: "demo-hs256",
  managementClientId: "demo-management",
  managementClientSecret: "demo-management-secret",
  user: { email: "ada@example.com", password: "correct-horse-1" },
  secondUser: { email: "grace@example.com", password: "battery-staple-2" },
  actionId: "act_demo_legacy",
  connectionProfile: "workforce",
} as const;
