import { loginOriginOf, type Tenant } from "../../messages/tenant.ts";
import type { CapturedRun } from "../../runs/from-request/captured-request.ts";

/** How a captured request differs from what the Run tab would use. */
export interface CapturedDifference {
  sentences: readonly string[];
  /** The tenant that the request went to, if it is not the selected one. */
  other?: Tenant;
  /** True if no tenant has the origin of the request. */
  isUnknown: boolean;
}

/**
 * Compares a captured request with the selected tenant and the inspected page.
 *
 * @param pageOrigin the origin of the inspected page, if the run takes place there
 */
export function compareCaptured(
  { origin, clientId, pageOrigin: captured }: CapturedRun,
  selected: Tenant,
  tenants: readonly Tenant[],
  pageOrigin: string | undefined,
): CapturedDifference {
  const isAt = (tenant: Tenant) => [tenant.origin, loginOriginOf(tenant)].includes(origin);
  const isForeign = !isAt(selected);
  const other = isForeign ? tenants.find(isAt) : undefined;
  const isOtherClient =
    clientId !== undefined && selected.clientId !== "" && clientId !== selected.clientId;
  return {
    sentences: [
      ...(isForeign
        ? [
            `The captured request went to ${origin}. The run goes to the selected tenant, ${loginOriginOf(selected)}.`,
          ]
        : []),
      ...(isOtherClient
        ? [
            `The run uses the application ${clientId} of the request, not ${selected.clientId} of the tenant.`,
          ]
        : []),
      ...(captured === undefined || !pageOrigin || captured === pageOrigin
        ? []
        : [
            `The request came from ${captured}, and the inspected page is at ${pageOrigin}. Open that page, or run it in the extension.`,
          ]),
    ],
    ...(other === undefined ? {} : { other }),
    isUnknown: isForeign && other === undefined,
  };
}
