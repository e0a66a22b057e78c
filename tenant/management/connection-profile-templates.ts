import type { ConnectionProfile } from "./profile-schemas.ts";

/** A template that the service offers for a new connection profile. */
interface ConnectionProfileTemplate {
  id: string;
  display_name: string;
  template: Omit<ConnectionProfile, "id">;
}

/** The templates of this tenant; they are constant. */
export const connectionProfileTemplates: readonly ConnectionProfileTemplate[] = [
  {
    id: "enterprise-sso",
    display_name: "Enterprise single sign-on",
    template: {
      name: "enterprise-sso",
      organization: { show_as_button: "required", assign_membership_on_login: "required" },
      connection_name_prefix_template: "con-{org_id}",
      enabled_features: ["scim", "universal_logout"],
      connection_config: {},
      strategy_overrides: {
        okta: { enabled_features: ["scim", "universal_logout"], connection_config: {} },
      },
    },
  },
  {
    id: "basic",
    display_name: "Basic",
    template: {
      name: "basic",
      organization: { show_as_button: "none", assign_membership_on_login: "none" },
      connection_name_prefix_template: "con",
      enabled_features: [],
      connection_config: {},
      strategy_overrides: null,
    },
  },
];
