declare const __BUILD_COMMIT__: string;

/** The commit of a QA build, which the build inserts; empty in every other build. */
export const buildCommit: string = __BUILD_COMMIT__;
