import type { ExchangeForecast as Forecast } from "../../../lib/models/exchange/exchange-run-model.ts";
import { Notice } from "../../shared/Notice.tsx";

/** Shows how many exchanges may still fail before the tenant rejects all of them. */
export function ExchangeForecast({ forecast }: { forecast: Forecast | undefined }) {
  if (forecast === undefined) return null;
  if (forecast.level === "calm") return <p class="quiet">{forecast.message}</p>;
  const title =
    forecast.level === "exhausted"
      ? "Limit of failed exchanges reached."
      : "Limit of failed exchanges almost reached.";
  return (
    <Notice severity="warning" title={title}>
      <span>{forecast.message}</span>
    </Notice>
  );
}
