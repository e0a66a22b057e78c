/**
 * Every event type the interface lists as a value of `event_type` and of a message's `type`.
 * The list is data, not a gate: a type that is not in it is stored and shown all the same.
 */
export const EVENT_TYPES = [
  "group.created",
  "group.deleted",
  "group.member.added",
  "group.member.deleted",
  "group.role.assigned",
  "group.role.deleted",
  "group.updated",
  "organization.connection.added",
  "organization.connection.removed",
  "organization.connection.updated",
  "organization.created",
  "organization.deleted",
  "organization.group.role.assigned",
  "organization.group.role.deleted",
  "organization.member.added",
  "organization.member.deleted",
  "organization.member.role.assigned",
  "organization.member.role.deleted",
  "organization.updated",
  "user.created",
  "user.deleted",
  "user.updated",
] as const;

export type EventType = (typeof EVENT_TYPES)[number];
