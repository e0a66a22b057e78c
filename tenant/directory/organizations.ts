import type { User } from "./users.ts";

/** A customer of the tenant whose members log in to it. */
export interface Organization {
  id: string;
  name: string;
  displayName: string;
  /** User ids. */
  members: readonly string[];
}

/** Organizations of every tenant; nothing changes them. */
const organizations: readonly Organization[] = [
  {
    id: "org_DemoAcme00000001",
    name: "acme",
    displayName: "Acme",
    members: ["auth0|65f1c0ada000000000000001"],
  },
];

/** The organization of this id or name, if there is one. */
export function findOrganization(idOrName: string): Organization | undefined {
  return organizations.find((each) => each.id === idOrName || each.name === idOrName.toLowerCase());
}

/** Why the user may not log in to the organization, if there is one; undefined for a member. */
export function findMembershipProblem(
  organization: Organization | undefined,
  user: User,
): string | undefined {
  return organization === undefined || organization.members.includes(user.user_id)
    ? undefined
    : `user ${user.user_id} is not part of the ${organization.id} organization`;
}
