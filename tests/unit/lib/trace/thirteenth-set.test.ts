import { join } from "node:path";

import { expectedLogins } from "../../../trace-corpus/thirteenth/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";

const folder = join(import.meta.dirname, "../../../trace-corpus/thirteenth");
describeBlindSet({
  name: "thirteenth",
  folder,
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});
