import type { Stage } from "../stage.ts";

/** A scene of a case: it makes the requests that are recorded. */
export type Scene = (stage: Stage) => Promise<void>;

/** The scenes by the names of their cases. */
export type Scenes = Readonly<Record<string, Scene>>;
