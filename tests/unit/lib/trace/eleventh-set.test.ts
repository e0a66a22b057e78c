import { join } from "node:path";
import { expectedLogins } from "../../../trace-corpus/eleventh/expected.ts";
import { describeBlindSet } from "./describe-blind-set.ts";

describeBlindSet({
  name: "eleventh",
  folder: join(import.meta.dirname, "../../../trace-corpus/eleventh"),
  logins: expectedLogins,
  clean: 15,
  faulty: 15,
  atOther: 10,
});
