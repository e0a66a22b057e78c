import { authMutants } from "./auth-mutants.ts";
import { connectionMutants } from "./connection-mutants.ts";
import { eventsMutants } from "./events-mutants.ts";
import { eventsViewMutants } from "./events-view-mutants.ts";
import type { Mutant } from "./judge-mutants.ts";
import { libraryRowMutants } from "./library-row-mutants.ts";
import { managementMutants } from "./management-mutants.ts";
import { optionsMutants } from "./options-mutants.ts";
import { panelMutants } from "./panel-mutants.ts";
import { popupMutants } from "./popup-mutants.ts";
import { redactionMutants } from "./redaction-mutants.ts";
import { serviceRowMutants } from "./service-row-mutants.ts";
import { tenantLimitMutants } from "./tenant-limit-mutants.ts";
import { tenantMutants } from "./tenant-mutants.ts";
import { tenantRowMutants } from "./tenant-row-mutants.ts";
import { tenantStreamMutants } from "./tenant-stream-mutants.ts";
import { workerMutants } from "./worker-mutants.ts";

/** Planted faults, kept by hand: at least one for each heading of the interface description that has covered rows. */
export const mutants: readonly Mutant[] = [
  ...libraryRowMutants,
  ...serviceRowMutants,
  ...tenantRowMutants,
  ...tenantMutants,
  ...tenantLimitMutants,
  ...tenantStreamMutants,
  ...workerMutants,
  ...authMutants,
  ...eventsMutants,
  ...eventsViewMutants,
  ...managementMutants,
  ...redactionMutants,
  ...optionsMutants,
  ...connectionMutants,
  ...panelMutants,
  ...popupMutants,
];
