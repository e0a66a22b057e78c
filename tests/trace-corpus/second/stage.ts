import { openStage, type RecordingStage, type Stage } from "../stage.ts";
import { startProvider, type CorpusProvider } from "./provider.ts";

/** The port of the second provider, beside those of the first stage. */
const providerPort = 4463;

/** The first stage, with a provider of another make beside its tenant. */
export interface SecondStage extends Stage {
  readonly provider: CorpusProvider;
}

export type SecondScene = (stage: SecondStage) => Promise<void>;
export type SecondScenes = Readonly<Record<string, SecondScene>>;

/** Opens the first stage and starts the provider. */
export async function openSecondStage(): Promise<RecordingStage & SecondStage> {
  const provider = await startProvider(providerPort);
  try {
    const stage = await openStage();
    return {
      ...stage,
      provider,
      async close() {
        await stage.close();
        await provider.close();
      },
    };
  } catch (error) {
    await provider.close();
    throw error;
  }
}
