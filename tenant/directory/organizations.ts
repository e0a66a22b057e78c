import type { User } from "./users.ts";

/** A customer of the tenant. The members can log in to the organization. */
export interface Organization {
  id: string;
  name: string;
  displayName: string;
  /** User ids. */
  members: readonly string[];
}

/** The organizations of every tenant; they are constant. */
const organizations: readonly Organization[] = [
  {
    id: "org_DemoAcme00000001",
    name: "acme",
    displayName: "Acme",
    members: ["auth0|65f1c0ada000000000000001"],
  },
];

/** Finds an organization by id or name. */
export function findOrganization(idOrName: string): Organization | undefined {
  return organizations.find((each) => each.id === idOrName || each.name === idOrName.toLowerCase());
}

/** Returns the reason to refuse a login to the organization; undefined for a member. */
export function findMembershipProblem(
  organization: Organization | undefined,
  user: User,
): string | undefined {
  return organization === undefined || organization.members.includes(user.user_id)
    ? undefined
    : `user ${user.user_id} is not part of the ${organization.id} organization`;
}
